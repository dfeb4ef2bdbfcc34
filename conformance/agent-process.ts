import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";

/** What is started, where, and what it is sent. */
export interface AgentCommand {
  readonly command: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Lines for stdin: the first at once, each other after a result. None: stdin is empty. */
  readonly lines: readonly string[];
  readonly limitMs: number;
}

/** What came of it. */
export interface AgentEnd {
  readonly exitCode: number | null;
  readonly timedOut: boolean;
  /** The lines of stdout that are JSON objects: with the stream-json format, all. */
  readonly records: readonly StreamRecord[];
  readonly stdout: string;
  readonly stderr: string;
}

export type StreamRecord = Readonly<Record<string, unknown>>;

/** Runs the command to its end. */
export async function runAgent({
  command,
  cwd,
  env,
  lines,
  limitMs,
}: AgentCommand): Promise<AgentEnd> {
  const [program = "", ...args] = command;
  // In a group of its own, so that what it started can be ended with it.
  const child = spawn(program, args, { cwd, env, detached: true, stdio: "pipe" });
  const waiting = [...lines];
  const sendNext = () => {
    const line = waiting.shift();
    if (line === undefined) child.stdin.end();
    else child.stdin.write(`${line}\n`);
  };
  // Who ends before its input does is judged by how it ended.
  child.stdin.on("error", () => {});
  sendNext();

  const stderr = text(child.stderr);
  const stdout: string[] = [];
  const records: StreamRecord[] = [];
  createInterface({ input: child.stdout }).on("line", (line) => {
    stdout.push(line);
    const record = parsed(line);
    if (record === undefined) return;
    records.push(record);
    if (record["type"] === "result") sendNext();
  });

  let timedOut = false;
  const limit = setTimeout(() => {
    timedOut = true;
    if (child.pid !== undefined) endGroup(child.pid);
  }, limitMs);
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  }).finally(() => clearTimeout(limit));
  return { exitCode, timedOut, records, stdout: stdout.join("\n"), stderr: await stderr };
}

function endGroup(leader: number): void {
  try {
    process.kill(-leader, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

function parsed(line: string): StreamRecord | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? (value as StreamRecord) : undefined;
  } catch {
    return undefined;
  }
}
