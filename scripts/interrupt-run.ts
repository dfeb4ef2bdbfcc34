// npm run interrupt-run -- --times 50 --seed 1: sends SIGINT at a random moment to a session in which subagents run, in
// parallel, nested and in the background, beside teammates, with hooks on their events. Each session must end soon and by
// itself, fire SessionEnd if it fired SessionStart, leave readable transcripts and no process. Otherwise it exits with 1.
// With --signal SIGKILL nothing is fired any more; the rest must hold.
import { spawn } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { seededRandom } from "./fault-run/random.ts";
import { leftAfter, markVariable } from "./kill-run/marked-processes.ts";
import * as tested from "./packed/tested.ts";

const { values } = parseArgs({
  options: {
    times: { type: "string", default: "50" },
    seed: { type: "string", default: "1" },
    signal: { type: "string", default: "SIGINT" },
  },
});

/** How long a session may take to end after the signal. */
const endMs = 10_000;

const agent = (description: string, more: object = {}) => ({
  tool: "Agent",
  input: { description, prompt: "Work.", ...more },
});
const command = (text: string) => ({ tool: "Bash", input: { command: text } });
const write = (to: string, message: string) => ({
  tool: "SendMessage",
  input: { to, message },
});
const step = [command("sleep 0.2; echo worked")];
const script = {
  main: [
    [
      ...["one", "two", "three", "four"].map((name) => agent(name)),
      agent("five", { run_in_background: true }),
      ...["anna", "bert"].map((name) => agent(`work of ${name}`, { name })),
    ],
    ["The work is done."],
    ["All of it."],
  ],
  // Which of the subagents gets which turn depends on their timing.
  subagent: [step, [agent("nested")], step, step, [agent("nested too")], step, step, step],
  agents: {
    anna: [step, [write("bert", "Please look.")], step, ["I wait for bert."]],
    bert: [["Ready."], step, [write("*", "Looked.")]],
  },
  after: "done",
};
const observed = [
  ...["SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "SubagentStart"],
  ...["SubagentStop", "TeammateIdle", "Stop", "SessionEnd"],
];
const hooks = Object.fromEntries(
  observed.map((event) => [
    event,
    [{ hooks: [{ type: "command", command: `sleep 0.02; echo ${event} >> "$HOME/events.txt"` }] }],
  ]),
);

interface Ended {
  readonly problems: readonly string[];
  readonly ms: number;
}

/** One session; undefined: it is not interrupted. */
async function session(name: string, interruptAfterMs: number | undefined): Promise<Ended> {
  const base = mkdtempSync(join(tmpdir(), "interrupt-"));
  const [home, cwd] = [join(base, "home"), join(base, "project")];
  mkdirSync(join(home, ".claude"), { recursive: true });
  mkdirSync(cwd);
  writeFileSync(join(home, ".claude/settings.json"), JSON.stringify({ hooks }));
  writeFileSync(join(base, "script.json"), JSON.stringify(script));
  const mark = `${process.pid}-${name}`;
  const [program, ...words] = tested.command();
  const model = ["--model", `script:${join(base, "script.json")}`];
  const args = [...words, ...model, "--dangerously-skip-permissions", "-p", "Go."];
  const env = { PATH: process.env["PATH"], HOME: home, [markVariable]: mark };
  const start = performance.now();
  const child = spawn(program, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  child.stdout.resume();
  const closed = new Promise<number | null>((resolve) => child.on("close", resolve));
  const problems: string[] = [];
  if (interruptAfterMs !== undefined) {
    await Promise.race([delay(interruptAfterMs), closed]);
    child.kill(values.signal as NodeJS.Signals);
    const late = delay(endMs, "late" as const, { ref: false });
    if ((await Promise.race([closed, late])) === "late") {
      problems.push(`${name}: it still runs ${endMs} ms after ${values.signal}`);
      child.kill("SIGKILL");
    }
  }
  const code = await closed;
  const ms = performance.now() - start;
  // Before its handlers are set up, the signal ends the process at once.
  if (interruptAfterMs === undefined && code !== 0)
    problems.push(`${name}: undisturbed it ends with ${code}: ${stderr}`);
  for (const left of await leftAfter(mark, 2000, () => true))
    problems.push(`${name}: left after ${interruptAfterMs} ms: ${left.command}`);
  if (values.signal !== "SIGKILL" || interruptAfterMs === undefined)
    problems.push(...eventProblems(name, join(home, "events.txt")));
  problems.push(...transcriptProblems(name, home));
  rmSync(base, { recursive: true, force: true, maxRetries: 3 });
  return { problems, ms };
}

function eventProblems(name: string, file: string): readonly string[] {
  const events = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
  const count = (event: string) => events.filter((one) => one === event).length;
  if (count("SessionStart") === 0) return [];
  if (count("SessionEnd") !== 1) return [`${name}: SessionEnd ran ${count("SessionEnd")} times`];
  const last = events.at(-1);
  return last === "SessionEnd" ? [] : [`${name}: ${last} ran after SessionEnd`];
}

function transcriptProblems(name: string, home: string): readonly string[] {
  const files = readdirSync(home, { recursive: true, encoding: "utf8" });
  return files
    .filter((file) => file.endsWith(".jsonl"))
    .flatMap((file) => {
      const text = readFileSync(join(home, file), "utf8");
      const lines = text === "" ? [] : text.replace(/\n$/, "").split("\n");
      return lines.every(isJson) ? [] : [`${name}: ${file} is not readable`];
    });
}

function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}

const random = seededRandom(Number(values.seed));
const undisturbed = await session("undisturbed", undefined);
const problems = [...undisturbed.problems];
for (let index = 1; index <= Number(values.times) && problems.length === 0; index += 1)
  problems.push(...(await session(`${index}`, random() * undisturbed.ms)).problems);
console.log(
  `${values.times} sessions interrupted, seed ${values.seed}; an undisturbed one takes ${undisturbed.ms.toFixed(0)} ms`,
);
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
