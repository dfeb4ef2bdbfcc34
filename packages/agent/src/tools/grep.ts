import { z } from "zod";
import { defineTool } from "./define-tool.ts";
import { builtInSearch } from "./search/built-in-search.ts";
import { fileTypes } from "./search/file-types.ts";
import { findRipgrep } from "./search/find-ripgrep.ts";
import { firstMatching } from "./search/first-matching.ts";
import { newestFirst } from "./search/newest-first.ts";
import { oddNamesNote, printedName } from "./search/odd-names.ts";
import { pathKind } from "./search/path-kind.ts";
import { printMatches } from "./search/print-matches.ts";
import { ripgrep } from "./search/ripgrep.ts";
import type { FileMatches, SearchRequest, SearchResult } from "./search/search-request.ts";
import { type Tool, type ToolContext, ToolFailure } from "./tool.ts";

const maxEntries = 250;
const count = () => z.int().nonnegative().optional();

const input = () =>
  z.object({
    pattern: z.string().min(1).describe("A regular expression"),
    path: z
      .string()
      .min(1)
      .optional()
      .describe("The file or directory to search; default: the working directory"),
    glob: z
      .string()
      .min(1)
      .optional()
      .describe("Only files whose names match, for example *.ts or src/**/*.{js,ts}"),
    type: z
      .string()
      .min(1)
      .optional()
      .describe(`Only files of one type: ${Object.keys(fileTypes).join(", ")}`),
    output_mode: z
      .enum(["files_with_matches", "content", "count"])
      .optional()
      .describe(
        "Default: files_with_matches; content shows the lines, count their number in each file",
      ),
    "-i": z.boolean().optional().describe("Ignore case"),
    "-n": z.boolean().optional().describe("With content: show line numbers; default true"),
    "-A": count().describe("With content: lines to show after each match"),
    "-B": count().describe("With content: lines to show before each match"),
    "-C": count().describe("With content: lines to show before and after each match"),
    multiline: z.boolean().optional().describe("The expression may match across lines"),
    head_limit: count().describe(`At most this many entries; default ${maxEntries}, 0 for all`),
    offset: count().describe("Skip this many entries"),
  });

type Input = z.output<ReturnType<typeof input>>;

const output = () =>
  z.looseObject({
    mode: z.enum(["files_with_matches", "content", "count"]),
    filenames: z.array(z.string()),
    numFiles: z.number(),
    content: z.string().optional(),
    numMatches: z.number().optional(),
    truncated: z.boolean().optional(),
    /** What the model should know about the search. */
    notes: z.array(z.string()).optional(),
  });

type Output = z.output<ReturnType<typeof output>>;

export const grep: Tool = defineTool({
  name: "Grep",
  description: `Searches the contents of files for a regular expression (ripgrep syntax, look-around included).

Use it to find definitions, uses and texts. Use Glob for names of files, and Read once you know the file. Do not run grep or rg with Bash.
- output_mode files_with_matches (default) names the files, newest first; content shows the lines, with -A, -B or -C those around them; count counts them.
- Narrow it down with path, glob or type. Special characters need a backslash: interface\\{\\}. Matches across lines need multiline.
- Shows at most ${maxEntries} entries; head_limit and offset show others. Long lines are cut.
- Includes hidden files. Leaves out binary files, .git, node_modules, links, and what .gitignore excludes, unless you name it as path.`,
  input,
  output,
  paths: ["path"],
  access: ({ path }) => ({ kind: "read", ...(path === undefined ? {} : { path }) }),
  concurrent: () => true,
  async run(callInput, context, signal) {
    const request = await requestOf(callInput, context, signal);
    const program = await findRipgrep(context);
    const result =
      program === undefined
        ? await builtInSearch(request)
        : await ripgrep(program, request, context);
    return answer(
      result,
      callInput,
      request,
      request.isFolder ? ["Files that .gitignore excludes were not searched."] : [],
    );
  },
  text({ mode, filenames, content = "", truncated, notes = [] }) {
    const isEmpty = filenames.length === 0;
    const body = mode === "files_with_matches" ? filenames.join("\n") : content;
    return [
      isEmpty ? "No matches found." : body,
      ...(truncated ? ["(There is more. Use head_limit and offset to see it.)"] : []),
      ...(filenames.some((name) => name.includes("\\x")) ? [oddNamesNote] : []),
      ...notes.map((note) => `(${note})`),
    ].join("\n");
  },
});

const needs = { files_with_matches: "files", count: "count", content: "lines" } as const;

async function requestOf(
  callInput: Input,
  context: ToolContext,
  signal: AbortSignal,
): Promise<SearchRequest> {
  const { pattern, path = context.cwd(), multiline = false, output_mode } = callInput;
  const { head_limit = maxEntries, offset = 0 } = callInput;
  const kind = await pathKind(path);
  if (typeof kind === "object") throw new ToolFailure(kind.problem);
  const around = output_mode === "content" ? (callInput["-C"] ?? 0) : 0;
  const needApproval = new Set<string>();
  const lines = (key: "-A" | "-B") => (output_mode === "content" ? (callInput[key] ?? around) : 0);
  return {
    pattern,
    path,
    isFolder: kind === "folder",
    need: needs[output_mode ?? "files_with_matches"],
    maxLines: head_limit === 0 ? undefined : offset + head_limit + 1,
    globs: globsOf(callInput),
    ignoresCase: callInput["-i"] ?? false,
    multiline,
    before: lines("-B"),
    after: lines("-A"),
    mayRead(file) {
      if (context.mayRead?.(file) === false) return false;
      if (context.needsApproval?.(file, path) !== true) return true;
      needApproval.add(file);
      return false;
    },
    needApproval,
    signal,
  };
}

function globsOf({ glob, type }: Input): readonly string[] {
  if (type === undefined) return glob === undefined ? [] : [glob];
  const names = fileTypes[type];
  if (glob !== undefined) throw new ToolFailure("Use either glob or type, not both.");
  if (names === undefined)
    throw new ToolFailure(`Unknown type ${type}. Use a glob, such as *.${type}.`);
  return names;
}

const approvalNote = (count: number): readonly string[] =>
  count === 0
    ? []
    : [
        `Matches in ${count === 1 ? "a file" : `${count} files`} are left out, because the user has to approve reading ${count === 1 ? "it" : "them"}: name such a file as path to ask for it.`,
      ];

async function answer(
  { files: found, isCut, notes }: SearchResult,
  callInput: Input,
  { mayRead, needApproval }: SearchRequest,
  notesIfNothing: readonly string[],
): Promise<Output> {
  const {
    output_mode: mode = "files_with_matches",
    offset = 0,
    head_limit = maxEntries,
  } = callInput;
  const end = head_limit === 0 ? Number.POSITIVE_INFINITY : offset + head_limit;
  const byPath = new Map(found.map((file) => [file.path, file]));
  const paths = [...byPath.keys()].sort();
  const ordered = mode === "files_with_matches" ? await newestFirst(paths) : paths;
  // Each file has at least one entry. Rules are asked only about files that may be shown: that can take a while.
  const files = firstMatching(ordered, end + 1, mayRead).flatMap((path) => byPath.get(path) ?? []);
  const entries = entriesOf(files, mode, callInput);
  const shown = entries.slice(offset, end);
  const more = {
    truncated: isCut || shown.length < entries.length,
    ...withNotes([
      ...notes,
      ...(found.length === 0 ? notesIfNothing : []),
      ...approvalNote(needApproval.size),
    ]),
  };
  if (mode === "files_with_matches")
    return { mode, filenames: [...shown], numFiles: shown.length, ...more };
  return {
    mode,
    filenames: files.map(({ path }) => printedName(path)),
    numFiles: files.length,
    content: shown.join("\n"),
    numMatches: files.reduce((sum, { count }) => sum + count, 0),
    ...more,
  };
}

const withNotes = (notes: readonly string[]) => (notes.length > 0 ? { notes: [...notes] } : {});

function entriesOf(
  files: readonly FileMatches[],
  mode: Output["mode"],
  callInput: Input,
): readonly string[] {
  if (mode === "files_with_matches") return files.map(({ path }) => printedName(path));
  if (mode === "count") return files.map(({ path, count }) => `${printedName(path)}:${count}`);
  const hasContext = ["-A", "-B", "-C"].some((key) => Number(callInput[key as "-A"] ?? 0) > 0);
  return printMatches(files, { numbers: callInput["-n"] ?? true, hasContext });
}
