// A complete agent with hooks: a loop, a tool, and a model, which is a script here and an API in your agent.
//
//     npm exec -c 'NODE_OPTIONS=--conditions=workspace-source node examples/embed/agent.ts [prompt] [project]'
//
// What an agent has to do for hooks is in `session`, `turn` and `runTool`: fire events (`fire`), run its tools through
// `hooks.tool`, and send the model the texts of hooks, including those that arrive later. The hooks are those of the
// project next to this file, unless you name another one.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import {
  createHooks,
  type Hooks,
  type Message,
  resultForModel,
  seenBy,
  type ToolCallRequest,
} from "@snaphook/engine";

/** One answer of the model: a text, and perhaps a tool to be run. */
interface Answer {
  readonly text: string;
  readonly command?: string;
}

const script: Answer[] = [
  { text: "I will clear the output folder.", command: "rm -rf output" },
  { text: "Then I will look first.", command: "ls output" },
  { text: "The output folder holds report.txt; I left it in place." },
  { text: "The tests pass: there are none." },
];

/** Replaces a request to a model, which would get `conversation`. */
const model = async (): Promise<Answer> => script.shift() ?? { text: "Done." };

const conversation: string[] = [];

function add(who: string, text: string): void {
  conversation.push(`${who}: ${text}`);
  console.log(`${who.padEnd(6)} ${text.trimEnd()}`);
}

/** Texts of hooks: some are for the model, some for the user; the others are for a log. */
function deliver(messages: readonly Message[]): void {
  for (const { text } of seenBy("model", messages)) add("hook", text);
  tellUser(messages);
}

function tellUser(messages: readonly Message[]): void {
  for (const { text } of seenBy("user", messages)) console.log(`(user)  ${text}`);
}

/** The tool. The model and the hooks see what it throws. */
const bash = (cwd: string) => async (input: Readonly<Record<string, unknown>>) => {
  const { stdout } = await promisify(execFile)("/bin/sh", ["-c", String(input["command"])], {
    cwd,
  });
  return { stdout: stdout.trimEnd(), stderr: "", interrupted: false };
};

/** Runs a tool with its hooks, and says whether the turn continues. */
async function runTool(hooks: Hooks, call: ToolCallRequest): Promise<boolean> {
  const done = await hooks.tool(call, bash(hooks.cwd));
  const { text, context, later } = resultForModel(done, ({ stdout }) => stdout);
  add("tool", text);
  for (const added of [...context, ...later]) add("hook", added);
  tellUser(done.messages);
  return done.turn === "continue";
}

/** Asks the model until it has finished and no hook keeps it going. */
async function turn(hooks: Hooks): Promise<void> {
  for (let round = 0, sentBack = 0; round < 50; round++) {
    // Texts of background hooks since the last request.
    deliver(hooks.takeLateMessages());
    const { text, command } = await model();
    add("agent", text);
    if (command !== undefined) {
      if (await runTool(hooks, { name: "Bash", input: { command }, id: `call_${round}` })) continue;
      return;
    }
    const end = await hooks.fire("Stop", {
      stop_hook_active: sentBack > 0,
      last_assistant_message: text,
    });
    deliver(end.messages);
    // A hook that always blocks must not keep the agent going for ever.
    if (end.action !== "continue" || ++sentBack > 8) return;
  }
}

/** Takes a prompt, unless a hook refuses it. */
async function submit(hooks: Hooks, prompt: string): Promise<void> {
  const submitted = await hooks.fire("UserPromptSubmit", { prompt });
  if (submitted.action === "proceed") add("user", prompt);
  deliver(submitted.messages);
  if (submitted.action === "proceed") await turn(hooks);
}

async function session(cwd: string, prompt: string): Promise<void> {
  // Trusts everything in the project; an agent for other people's projects would ask its user first.
  const hooks = await createHooks({ cwd, sessionId: `session_${Date.now()}`, trustProject: true });
  try {
    const start = await hooks.fire("SessionStart", { source: "startup" });
    deliver(start.messages);
    if (start.action !== "stop") await submit(hooks, prompt);
    deliver((await hooks.fire("SessionEnd", { reason: "other" })).messages);
  } finally {
    await hooks.close();
  }
}

const [prompt = "Tidy up", project = join(import.meta.dirname, "project")] = process.argv.slice(2);
await session(project, prompt);
