import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type CodeHooks, createHooks, type Hooks, memoryTrace } from "@snaphook/engine";
import type { AdapterOptions } from "../core/adapter-options.ts";
import { endSession, subagent } from "../core/conversations.ts";
import type { Play, ScriptedAnswer, Seen } from "./behaviour.ts";
import type { Driver, ModelAnswer, Tool } from "./driver.ts";

/** Plays a session with the agent of one framework, in temporary folders. */
export async function runPlay({ run }: Driver, play: Play): Promise<Seen> {
  const folder = mkdtempSync(join(tmpdir(), "adapters-"));
  const cwd = join(folder, "project");
  mkdirSync(join(cwd, ".claude"), { recursive: true });
  writeFileSync(join(cwd, ".claude/settings.json"), JSON.stringify(play.projectSettings ?? {}));
  const trace = memoryTrace();
  const abort = new AbortController();
  const ran: string[] = [];
  const modelRead: string[] = [];
  const userRead: string[] = [];
  const tellUser = (text: string) => void userRead.push(text);
  const session = await createHooks({
    cwd,
    home: join(folder, "home"),
    managedFile: join(folder, "managed.json"),
    sessionId: "session-1",
    env: { PATH: process.env["PATH"] },
    trace,
    ...hooksOptions(play, abort),
  });
  const hooks: Hooks =
    play.subagent === undefined ? session : subagent(session, { type: play.subagent });
  const answers = [...play.model];
  let calls = 0;
  const model = async (read: string): Promise<ModelAnswer> => {
    modelRead.push(read);
    return answerOf(answers.shift() ?? "no more answers", () => `call_${++calls}`);
  };
  const recorded = (name: string, tool: Tool): [string, Tool] => [
    name,
    (input, options) => {
      ran.push(`${name} ${JSON.stringify(input)}`);
      return tool(input, options);
    },
  ];
  let error: unknown;
  let got: readonly string[] = [];
  try {
    got = await run({
      hooks,
      options: { tellUser, ...adapterOptions(play) },
      tools: Object.fromEntries(
        Object.entries(tools(abort)).map(([name, tool]) => recorded(name, tool)),
      ),
      prompts: play.prompts ?? ["do it"],
      model,
      signal: abort.signal,
      play,
    });
  } catch (problem) {
    error = problem;
  } finally {
    await endSession(session, { tellUser });
    rmSync(folder, { recursive: true, force: true });
  }
  const events = trace
    .records()
    .map(({ event, input }) => `${event} ${subjectOf(input)}`.trimEnd());
  return { ran, modelRead, userRead, answers: got, events, error };
}

const hooksOptions = (
  { trustProject = false, profile, hooks = {}, abortsIn }: Play,
  abort: AbortController,
) => ({
  trustProject,
  hooks: abortsIn === "hook" ? abortingIn(hooks, abort) : hooks,
  ...(profile && { profile }),
});

const adapterOptions = ({
  user,
  approves,
  permission,
  toolNames,
  maxContinuations,
}: Play): AdapterOptions => ({
  ...(user !== undefined && { ask: async () => user }),
  ...(user === undefined && approves === undefined && { ask: false }),
  ...(permission && { permission: async () => permission }),
  ...(toolNames && { toolNames }),
  ...(maxContinuations !== undefined && { maxContinuations }),
});

const tools = (abort: AbortController): Readonly<Record<string, Tool>> => ({
  Bash: async ({ command }) => `output of ${command}`,
  Write: async ({ file_path }) => `wrote ${file_path}`,
  Broken: async () => {
    throw new Error("the disk is full");
  },
  Wait: (_input, { signal } = {}) =>
    new Promise((_resolve, reject) => {
      signal?.addEventListener("abort", () => reject(signal.reason));
      abort.abort();
    }),
});

/** The application aborts as soon as a PreToolUse hook runs. */
const abortingIn = (hooks: CodeHooks, abort: AbortController): CodeHooks => ({
  ...hooks,
  PreToolUse: [...(hooks.PreToolUse ?? []), { hooks: [() => void abort.abort()] }],
});

function answerOf(answer: ScriptedAnswer, newId: () => string): ModelAnswer {
  if (typeof answer === "string") return { text: answer, calls: [] };
  if ("fails" in answer) throw new Error(answer.fails);
  return { text: "", calls: answer.calls.map((one) => ({ id: newId(), ...one })) };
}

/** What matchers of the event are tested against. */
const subjectOf = (input: Readonly<Record<string, unknown>>): unknown =>
  ["tool_name", "source", "reason", "error", "agent_type"]
    .map((field) => input[field])
    .find((value) => value !== undefined) ?? "";
