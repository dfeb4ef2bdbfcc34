import type { FileMatches, MatchedLine } from "./search-request.ts";

/** Reads names that end with a NUL character each. */
export const readNames = (output: string): readonly FileMatches[] =>
  output
    .split("\0")
    .flatMap((path) => (path === "" ? [] : [{ path: clean(path), lines: [], count: 1 }]));

/** Reads lines with a name, a NUL character and the number of matching lines. */
export const readCounts = (output: string): readonly FileMatches[] =>
  output.split("\n").flatMap((line) => {
    const [path = "", count] = line.split("\0");
    return count === undefined ? [] : [{ path: clean(path), lines: [], count: Number(count) }];
  });

/**
 * Reads lines with a name, a NUL character, a line number, `:` for a match or `-` for a line around one, and the
 * text. Files that turn out to be binary are skipped.
 */
export function readLines(output: string): readonly FileMatches[] {
  const files = new Map<string, MatchedLine[]>();
  for (const line of output.split("\n")) {
    const end = line.indexOf("\0");
    if (end < 0) {
      const binary = aboutBinary.exec(line)?.[1];
      if (binary !== undefined) files.delete(binary);
      continue;
    }
    const [, number, mark, text = ""] = numbered.exec(line.slice(end + 1)) ?? [];
    if (number === undefined) continue;
    const path = line.slice(0, end);
    const lines = files.get(path) ?? [];
    files.set(path, lines);
    lines.push({ number: Number(number), text, isMatch: mark === ":" });
  }
  return [...files].flatMap(([path, lines]) => {
    const count = lines.filter(({ isMatch }) => isMatch).length;
    return count === 0 ? [] : [{ path: clean(path), lines, count }];
  });
}

const numbered = /^(\d+)([:-])(.*?)\r?$/s;
const aboutBinary = /^(.+): (?:WARNING: stopped searching binary file|binary file matches)/;

const clean = (path: string): string => path.replace(/^\.\//, "");
