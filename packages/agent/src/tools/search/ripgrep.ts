import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { access, readFile } from "node:fs/promises";
import { basename, delimiter, dirname, isAbsolute, join, resolve } from "node:path";
import type { ProcessResult } from "@snaphook/engine/internal";
import { brand } from "@snaphook/protocol";
import { type ToolContext, ToolFailure } from "../tool.ts";
import type { FileMatches, MatchedLine, SearchRequest } from "./search-request.ts";
import { skippedFolders } from "./walk-files.ts";

const limitMs = 60_000;

/** Where ripgrep is; undefined if it is not on the PATH. */
export async function findRipgrep(env: ToolContext["env"]): Promise<string | undefined> {
  for (const folder of (env["PATH"] ?? "").split(delimiter).filter(isAbsolute)) {
    const program = join(folder, "rg");
    const isThere = await access(program, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return program;
  }
  return undefined;
}

/** Searches with ripgrep, in the same files as the built-in search. */
export async function ripgrep(
  program: string,
  request: SearchRequest,
  context: ToolContext,
): Promise<readonly FileMatches[]> {
  const folder = request.isFolder ? request.path : dirname(request.path);
  const running = context.start({
    program,
    args: [...argumentsOf(request), "--", request.isFolder ? "." : basename(request.path)],
    cwd: folder,
    env: context.env,
    stdin: "",
    limitMs,
    signal: request.signal,
    marker: [`${brand.environmentPrefix}RUN`, randomUUID()],
    spillFolder: context.sessionFolder,
  });
  return readMatches(await outputOf(await running.finished), folder);
}

function argumentsOf(request: SearchRequest): readonly string[] {
  const { pattern, globs, ignoresCase, multiline, before, after } = request;
  return [
    "--json",
    "--no-config",
    "--no-ignore",
    "--hidden",
    "--no-messages",
    "--crlf",
    ...(ignoresCase ? ["--ignore-case"] : ["--case-sensitive"]),
    ...(multiline ? ["--multiline", "--multiline-dotall"] : []),
    `--before-context=${before}`,
    `--after-context=${after}`,
    ...globs.map((glob) => `--glob=${glob}`),
    // If several globs match a file, the last one decides.
    ...skippedFolders.map((name) => `--glob=!**/${name}/**`),
    `--regexp=${pattern}`,
  ];
}

async function outputOf({ end, stdout, stderr }: ProcessResult): Promise<string> {
  if (end.how === "cancelled") throw new ToolFailure("The search was interrupted.");
  if (end.how === "timedOut") throw new ToolFailure("The search took too long. Narrow it down.");
  const isOver = end.how === "exited" && (end.code < 2 || stdout.bytes > 0);
  if (!isOver) throw new ToolFailure(`The search failed: ${stderr.text.trim() || end.how}`);
  return stdout.complete || stdout.file === undefined ? stdout.text : readFile(stdout.file, "utf8");
}

interface Text {
  readonly text?: string;
  /** In base 64, where it is not UTF-8. */
  readonly bytes?: string;
}

interface Report {
  readonly type: string;
  readonly data: {
    readonly path?: Text;
    readonly lines?: Text;
    readonly line_number?: number | null;
    readonly binary_offset?: number | null;
  };
}

/** Reads what ripgrep reports, one object per line. Files that turn out to be binary are skipped. */
export function readMatches(output: string, folder: string): readonly FileMatches[] {
  const files = new Map<string, MatchedLine[]>();
  for (const report of output.split("\n").flatMap(readReport)) {
    const { path, lines, line_number, binary_offset } = report.data;
    const file = resolve(folder, textIn(path));
    if (report.type === "end" && typeof binary_offset === "number") files.delete(file);
    if (report.type !== "match" && report.type !== "context") continue;
    const found = files.get(file) ?? [];
    files.set(file, found);
    const texts = textIn(lines)
      .replace(/\r?\n$/, "")
      .split(/\r?\n/);
    for (const [index, text] of texts.entries())
      found.push({ number: (line_number ?? 1) + index, text, isMatch: report.type === "match" });
  }
  return [...files]
    .map(([path, lines]) => ({ path, lines }))
    .filter(({ lines }) => lines.some(({ isMatch }) => isMatch));
}

const textIn = ({ text, bytes }: Text = {}): string =>
  text ?? Buffer.from(bytes ?? "", "base64").toString("utf8");

/** The last line may be cut off. */
function readReport(line: string): readonly Report[] {
  try {
    return line === "" ? [] : [JSON.parse(line) as Report];
  } catch {
    return [];
  }
}
