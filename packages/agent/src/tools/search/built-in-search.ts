import { readFile, stat } from "node:fs/promises";
import picomatch from "picomatch";
import { errorText } from "../../error-text.ts";
import { decodeText } from "../files/text-file.ts";
import { ToolFailure } from "../tool.ts";
import { nameOnDisk, printedName } from "./odd-names.ts";
import type { FileMatches, MatchedLine, SearchRequest, SearchResult } from "./search-request.ts";
import { createTimeLimit } from "./time-limit.ts";
import { walkFiles } from "./walk-files.ts";

/** Larger files are not searched. */
const maxFileSize = 64 * 1024 * 1024;

/** More text than this is not kept: a pattern may match every line of every file. */
const maxKept = 32 * 1024 * 1024;

/** The search for systems without ripgrep, in the same files: without those that .gitignore excludes. */
export async function builtInSearch(request: SearchRequest): Promise<SearchResult> {
  const expression = expressionOf(request);
  const test = createTimeLimit();
  const files: FileMatches[] = [];
  const notes: string[] = [];
  let kept = 0;
  for (const path of await filesOf(request)) {
    request.signal.throwIfAborted();
    const text = await textOf(path, (problem) => notes.push(problem));
    if (text === undefined) continue;
    const lines = linesOf(text);
    const matching = test(() => matchingLines({ text, lines, expression, ...request }));
    if (matching.size === 0) continue;
    const shown = request.need === "lines" ? withContext(lines, matching, request) : [];
    files.push({ path, lines: shown, count: matching.size });
    kept += shown.reduce((sum, line) => sum + line.text.length, 0);
    if (kept > maxKept) return { files, isCut: true, notes };
  }
  return { files, isCut: false, notes };
}

async function filesOf(request: SearchRequest): Promise<readonly string[]> {
  const { path, isFolder, globs, signal } = request;
  if (!isFolder) return [path];
  const fits = globs.map((glob) => picomatch(glob, { dot: true, basename: !glob.includes("/") }));
  const files = (await walkFiles(path, { signal, ignored: false })).filter(({ isLink }) => !isLink);
  const isWanted = ({ relative }: { readonly relative: string }) =>
    fits.length === 0 || fits.some((one) => one(relative));
  return createTimeLimit()(() => files.filter(isWanted)).map((file) => file.path);
}

/** The text of a file; undefined if it is binary, or if it could not be read, which is reported. */
async function textOf(
  path: string,
  report: (problem: string) => void,
): Promise<string | undefined> {
  const name = nameOnDisk(path);
  try {
    if ((await stat(name)).size <= maxFileSize)
      return decodeText(await readFile(name))?.text.replaceAll("\r\n", "\n");
    report(`Not searched, because it is larger than 64 MB: ${printedName(path)}.`);
  } catch (error) {
    report(`Not searched: ${errorText(error)}.`);
  }
  return undefined;
}

function linesOf(text: string): readonly string[] {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

function expressionOf({ pattern, ignoresCase, multiline }: SearchRequest): RegExp {
  const inline = /^\(\?([ims]+)\)/.exec(pattern);
  const flags = new Set(`${inline?.[1] ?? ""}${ignoresCase ? "i" : ""}m${multiline ? "sg" : ""}`);
  const source = inline === null ? pattern : pattern.slice(inline[0].length);
  try {
    return new RegExp(source, [...flags].join(""));
  } catch (error) {
    throw new ToolFailure(
      `The pattern is not a valid regular expression: ${(error as Error).message}`,
    );
  }
}

interface Text {
  readonly text: string;
  readonly lines: readonly string[];
  readonly expression: RegExp;
  readonly multiline: boolean;
}

/** The indexes of lines that match or that a match covers. */
function matchingLines({ text, lines, expression, multiline }: Text): ReadonlySet<number> {
  if (!multiline)
    return new Set(lines.flatMap((line, index) => (expression.test(line) ? [index] : [])));
  const covered = new Set<number>();
  const lineOf = lineFinder(text);
  for (const match of text.matchAll(expression)) {
    const first = lineOf(match.index);
    const last = lineOf(match.index + Math.max(match[0].length, 1) - 1);
    for (let line = first; line <= last && line < lines.length; line++) covered.add(line);
  }
  return covered;
}

/** Finds the line of an offset, for offsets that only grow. */
function lineFinder(text: string): (offset: number) => number {
  let line = 0;
  let start = 0;
  return (offset) => {
    for (let end = text.indexOf("\n", start); end >= 0 && end < offset; line++) {
      start = end + 1;
      end = text.indexOf("\n", start);
    }
    return line;
  };
}

function withContext(
  lines: readonly string[],
  matching: ReadonlySet<number>,
  { before, after }: SearchRequest,
): readonly MatchedLine[] {
  const shown = new Set<number>();
  for (const index of matching)
    for (let near = Math.max(0, index - before); near <= index + after; near++)
      if (near < lines.length) shown.add(near);
  return [...shown]
    .sort((one, other) => one - other)
    .map((index) => ({
      number: index + 1,
      text: lines[index] ?? "",
      isMatch: matching.has(index),
    }));
}
