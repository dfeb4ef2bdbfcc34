import { readFile } from "node:fs/promises";
import { type ProcessResult, runMarker } from "@snaphook/engine/internal";
import { type ToolContext, ToolFailure } from "../tool.ts";

const limitMs = 60_000;

/** More output than this is not read: a pattern may match every line of every file. */
const maxOutputBytes = 32 * 1024 * 1024;

/** Passes on what the program prints, up to the limit; then the program ends, because no one reads its pipe. */
const cut = `"$0" "$@" | head -c ${maxOutputBytes + 1}`;

export interface RipgrepOutput {
  readonly text: string;
  /** The text is only the beginning. */
  readonly isCut: boolean;
  /** Files that could not be read, with the reason. */
  readonly problems: readonly string[];
}

/** Runs ripgrep in a folder. Throws a `ToolFailure` with its own words if it cannot search. */
export async function runRipgrep(
  program: string,
  args: readonly string[],
  { folder, signal, context }: RipgrepPlace,
): Promise<RipgrepOutput> {
  const running = context.start({
    program: "/bin/sh",
    args: ["-c", cut, program, "--no-config", "--no-ignore-messages", "--color=never", ...args],
    cwd: folder,
    env: context.env,
    stdin: "",
    limitMs,
    signal,
    marker: runMarker(),
    spillFolder: context.sessionFolder,
  });
  const result = await running.finished;
  const { text, bytes } = await outputOf(result);
  const errors = result.stderr.text.split("\n").filter((line) => line.trim() !== "");
  const problems = errors.filter((line) => aboutFile.test(line));
  if (text === "" && errors.length > problems.length)
    throw new ToolFailure(`The search failed: ${result.stderr.text.trim()}`);
  return {
    text,
    isCut: bytes > maxOutputBytes,
    problems: problems.map((line) => line.replace(/^rg: (?:\.\/)?/, "")),
  };
}

export interface RipgrepPlace {
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly context: ToolContext;
}

const aboutFile = /\(os error \d+\)$/;

async function outputOf({ end, stdout, stderr }: ProcessResult) {
  if (end.how === "cancelled") throw new ToolFailure("The search was interrupted.");
  if (end.how === "timedOut") throw new ToolFailure("The search took too long. Narrow it down.");
  if (end.how !== "exited")
    throw new ToolFailure(`The search failed: ${stderr.text.trim() || end.how}`);
  const isWhole = stdout.complete || stdout.file === undefined;
  return {
    text: isWhole ? stdout.text : await readFile(stdout.file ?? "", "utf8"),
    bytes: stdout.bytes,
  };
}
