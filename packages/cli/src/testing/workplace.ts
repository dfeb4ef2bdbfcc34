import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished, type TestContext, vi } from "vitest";
import { markedProcesses, markVariable } from "../../../../scripts/kill-run/marked-processes.ts";
import * as tested from "../../../../scripts/packed/tested.ts";

type Fields = Readonly<Record<string, unknown>>;

export interface World {
  /** Hooks of the user. */
  readonly hooks?: Readonly<Record<string, readonly object[]>>;
  /** The user's other settings. */
  readonly settings?: object;
  /** Files of the project: a text, or a value to be written as JSON. */
  readonly files?: Readonly<Record<string, unknown>>;
  readonly script?: unknown;
  readonly env?: NodeJS.ProcessEnv;
  /** The test, if it runs at the same time as others of its file. */
  readonly test?: Pick<TestContext, "onTestFinished">;
}

/** A home, a project and a script for the model, in which tests run the real command; removed when the test has finished. */
export function workplace({
  hooks = {},
  settings = {},
  files = {},
  script = [["done"]],
  env = {},
  test = { onTestFinished },
}: World = {}) {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "workplace-")));
  const [home, cwd] = [join(base, "home"), join(base, "project")];
  const mark = randomUUID();
  mkdirSync(join(home, ".claude"), { recursive: true });
  mkdirSync(cwd);
  writeFileSync(join(home, ".claude/settings.json"), JSON.stringify({ ...settings, hooks }));
  writeFileSync(join(base, "script.json"), JSON.stringify(script));
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, file)), { recursive: true });
    const text = typeof content === "string" ? content : JSON.stringify(content, null, 2);
    writeFileSync(join(cwd, file), text);
  }
  test.onTestFinished(() => {
    for (const { pid } of markedProcesses(mark)) endProcess(pid);
    rmSync(base, { recursive: true, force: true, maxRetries: 10 });
  });
  const transcripts = () =>
    readdirSync(home, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".jsonl"))
      .map((file) => readFileSync(join(home, file), "utf8"));
  const own = { PATH: process.env["PATH"], HOME: home, [markVariable]: mark };
  return {
    base,
    home,
    cwd,
    /** The whole environment of a run. */
    env: { ...own, ...env },
    model: ["--model", `script:${join(base, "script.json")}`],
    start(args: readonly string[], more: NodeJS.ProcessEnv = {}) {
      const [program, ...words] = tested.command();
      return follow(spawn(program, [...words, ...args], { cwd, env: { ...own, ...env, ...more } }));
    },
    /** Processes that a run in this place started and that are still running. */
    left: () => markedProcesses(mark).map(({ command }) => command),
    /** The transcripts as they are in the files. */
    transcripts,
    /** Waits until a file exists in the project. */
    appears: (name: string) =>
      vi.waitUntil(() => existsSync(join(cwd, name)), { timeout: 30_000, interval: 10 }),
    read: (name: string) => readFileSync(join(cwd, name), "utf8"),
    has: (name: string) => existsSync(join(cwd, name)),
  };
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    // It has ended by itself.
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** A run of the command, while it is running. */
function follow(child: ChildProcessWithoutNullStreams) {
  const lines: Fields[] = [];
  let [stdout, rest, stderr] = ["", "", ""];
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    stdout += chunk;
    const parts = (rest + chunk).split("\n");
    rest = parts.pop() ?? "";
    for (const part of parts) if (part.startsWith('{"')) lines.push(JSON.parse(part));
  });
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    stderr += chunk;
  });
  child.stdin.on("error", () => {});
  const ended = new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) =>
    child.on("close", (code) => resolve({ code, stdout, stderr })),
  );
  return {
    child,
    lines,
    ended,
    /** Waits for the first line that matches. */
    line: (matches: (line: Fields) => boolean) =>
      vi.waitUntil(() => lines.find(matches), { timeout: 30_000, interval: 10 }),
  };
}

export const command = (text: string, more: object = {}) => [
  { hooks: [{ type: "command", command: text, ...more }] },
];

export const bash = (text: string, more: object = {}) => ({
  tool: "Bash",
  input: { command: text, description: "a step", ...more },
});

export const user = (content: string): string =>
  `${JSON.stringify({ type: "user", message: { role: "user", content } })}\n`;
