import { basename, dirname, join } from "node:path";
import type { ToolContext } from "../tool.ts";
import { firstMatching } from "./first-matching.ts";
import { readCounts, readLines, readNames } from "./read-ripgrep.ts";
import { type RipgrepOutput, runRipgrep } from "./run-ripgrep.ts";
import type { FileMatches, SearchRequest, SearchResult } from "./search-request.ts";
import { skippingArguments } from "./skipping-arguments.ts";

/** Long enough for what is shown of a line, whatever its characters are. */
const maxLineBytes = 4000;

/** Files are named on the command line, whose length is limited. */
const maxNamedFiles = 1000;

/** Searches with ripgrep, in the same files as the built-in search, less those that .gitignore excludes. */
export async function ripgrep(
  program: string,
  request: SearchRequest,
  context: ToolContext,
): Promise<SearchResult> {
  const { path, isFolder, signal, mayRead } = request;
  const folder = isFolder ? path : dirname(path);
  const search = async (args: readonly string[], names: readonly string[]) =>
    runRipgrep(program, [...args, `--regexp=${request.pattern}`, "--", ...names], {
      folder,
      signal,
      context,
    });
  const result = (files: readonly FileMatches[], { isCut, problems }: RipgrepOutput) => ({
    files: files.map((file) => ({ ...file, path: join(folder, file.path) })),
    isCut,
    notes: unreadable(problems),
  });

  const names = [isFolder ? "." : basename(path)];
  const common = argumentsOf(request);
  // Counting counts matches, not lines, if a match can have several lines.
  if (request.need === "files" || (request.need === "count" && !request.multiline)) {
    const isCount = request.need === "count";
    const output = await search([...common, isCount ? "--count" : "--files-with-matches"], names);
    return result(isCount ? readCounts(output.text) : readNames(output.text), output);
  }
  const lines = [...common, ...lineArguments(request)];
  const output = await search(lines, names);
  if (!output.isCut || request.maxLines === undefined)
    return result(readLines(output.text), output);
  // Too much for one answer, and in no order: the first files by name are enough.
  const all = await search([...common, "--files-with-matches"], names);
  const allNames = readNames(all.text).map((file) => file.path);
  const first = firstMatching(allNames.sort(), Math.min(request.maxLines, maxNamedFiles), (name) =>
    mayRead(join(folder, name)),
  );
  // This may be cut as well, so the files have to come in their order.
  const firstOutput = await search(
    [...lines, "--threads=1"],
    first.map((name) => `./${name}`),
  );
  return { ...result(readLines(firstOutput.text), firstOutput), isCut: true };
}

function argumentsOf({ path, globs, ignoresCase, multiline }: SearchRequest): readonly string[] {
  return [
    "--hidden",
    "--null",
    "--crlf",
    "--engine=auto",
    ...(ignoresCase ? ["--ignore-case"] : ["--case-sensitive"]),
    ...(multiline ? ["--multiline", "--multiline-dotall"] : []),
    ...globs.map((glob) => `--glob=${glob}`),
    // If several globs match a file, the last one decides.
    ...skippingArguments(path),
  ];
}

const lineArguments = ({ before, after, maxLines }: SearchRequest): readonly string[] => [
  "--no-heading",
  "--with-filename",
  "--line-number",
  "--no-context-separator",
  `--before-context=${before}`,
  `--after-context=${after}`,
  `--max-columns=${maxLineBytes}`,
  "--max-columns-preview",
  ...(maxLines === undefined ? [] : [`--max-count=${maxLines + 1}`]),
];

const maxProblems = 5;

function unreadable(problems: readonly string[]): readonly string[] {
  if (problems.length === 0) return [];
  const more = problems.length > maxProblems ? ` and ${problems.length - maxProblems} more` : "";
  return [`Not searched: ${problems.slice(0, maxProblems).join(", ")}${more}.`];
}
