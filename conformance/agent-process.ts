import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";

/** A line for stdin. The one after a prompt is sent after the prompt's result. */
export interface InputLine {
  readonly text: string;
  readonly isPrompt: boolean;
  /** How long to wait before sending it. */
  readonly delayMs: number;
}

/** The command to start, its folder, and the lines to send to it. */
export interface AgentCommand {
  readonly command: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Lines for stdin. If there are none, stdin is empty. */
  readonly lines: readonly InputLine[];
  /** Answers to control requests, by subtype. */
  readonly answers?: Readonly<Record<string, unknown>>;
  readonly limitMs: number;
}

/** How the command ended, and what it printed. */
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
  answers = {},
  limitMs,
}: AgentCommand): Promise<AgentEnd> {
  const [program = "", ...args] = command;
  // In its own process group, so that everything it started can be killed with it.
  const child = spawn(program, args, { cwd, env, detached: true, stdio: "pipe" });
  const waiting = [...lines];
  const send = (value: string) => child.stdin.write(`${value}\n`);
  const sendNext = async (): Promise<void> => {
    const line = waiting.shift();
    if (line === undefined) {
      child.stdin.end();
      return;
    }
    if (line.delayMs > 0) await delay(line.delayMs);
    send(line.text);
    if (!line.isPrompt) await sendNext();
  };
  // If the command ends before it has read its input, only its end is compared.
  child.stdin.on("error", () => {});
  void sendNext();

  const stderr = text(child.stderr);
  const stdout: string[] = [];
  const records: StreamRecord[] = [];
  createInterface({ input: child.stdout }).on("line", (line) => {
    stdout.push(line);
    const record = parsed(line);
    if (record === undefined) return;
    records.push(record);
    if (record["type"] === "result") void sendNext();
    const answer = controlAnswer(record, answers);
    if (answer) send(JSON.stringify(answer));
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

/** The scenario's answer to a control request; requests without one are not answered. */
function controlAnswer(record: StreamRecord, answers: Readonly<Record<string, unknown>>) {
  if (record["type"] !== "control_request") return undefined;
  const { subtype } = Object(record["request"]) as { readonly subtype?: unknown };
  const response = answers[String(subtype)];
  if (response === undefined) return undefined;
  const request_id = record["request_id"];
  return { type: "control_response", response: { subtype: "success", request_id, response } };
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
