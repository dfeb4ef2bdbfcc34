import { z } from "zod";
import { defineTool } from "./define-tool.ts";
import { builtInSearch } from "./search/built-in-search.ts";
import { fileTypes } from "./search/file-types.ts";
import { newestFirst } from "./search/newest-first.ts";
import { pathKind } from "./search/path-kind.ts";
import { printMatches } from "./search/print-matches.ts";
import { findRipgrep, ripgrep } from "./search/ripgrep.ts";
import type { FileMatches, SearchRequest } from "./search/search-request.ts";
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
  });

type Output = z.output<ReturnType<typeof output>>;

export const grep: Tool = defineTool({
  name: "Grep",
  description: `Searches files for a regular expression. Includes hidden files; skips binary files, .git and node_modules, and does not follow links.`,
  input,
  output,
  paths: ["path"],
  access: ({ path }) => ({ kind: "read", ...(path === undefined ? {} : { path }) }),
  concurrent: () => true,
  async run(callInput, context, signal) {
    const request = await requestOf(callInput, context, signal);
    const program = await findRipgrep(context.env);
    const found =
      program === undefined
        ? await builtInSearch(request)
        : await ripgrep(program, request, context);
    const { mayRead } = context;
    return answer(mayRead ? found.filter(({ path }) => mayRead(path)) : found, callInput);
  },
  text({ mode, filenames, content = "", truncated }) {
    if (filenames.length === 0) return "No matches found.";
    const body = mode === "files_with_matches" ? filenames.join("\n") : content;
    return truncated ? `${body}\n(There is more. Use head_limit and offset to see it.)` : body;
  },
});

async function requestOf(
  callInput: Input,
  context: ToolContext,
  signal: AbortSignal,
): Promise<SearchRequest> {
  const { pattern, path = context.cwd(), multiline = false, output_mode } = callInput;
  const kind = await pathKind(path);
  if (typeof kind === "object") throw new ToolFailure(kind.problem);
  const around = output_mode === "content" ? (callInput["-C"] ?? 0) : 0;
  const lines = (key: "-A" | "-B") => (output_mode === "content" ? (callInput[key] ?? around) : 0);
  return {
    pattern,
    path,
    isFolder: kind === "folder",
    globs: globsOf(callInput),
    ignoresCase: callInput["-i"] ?? false,
    multiline,
    before: lines("-B"),
    after: lines("-A"),
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

async function answer(found: readonly FileMatches[], callInput: Input): Promise<Output> {
  const {
    output_mode: mode = "files_with_matches",
    offset = 0,
    head_limit = maxEntries,
  } = callInput;
  const end = head_limit === 0 ? undefined : offset + head_limit;
  const files = found.toSorted((one, other) => (one.path < other.path ? -1 : 1));
  const paths = files.map(({ path }) => path);
  const entries =
    mode === "files_with_matches" ? await newestFirst(paths) : entriesOf(files, mode, callInput);
  const shown = entries.slice(offset, end);
  const isCut = shown.length < entries.length;
  if (mode === "files_with_matches")
    return { mode, filenames: [...shown], numFiles: shown.length, truncated: isCut };
  return {
    mode,
    filenames: paths,
    numFiles: paths.length,
    content: shown.join("\n"),
    numMatches: files.reduce((sum, file) => sum + matchesIn(file), 0),
    truncated: isCut,
  };
}

function entriesOf(
  files: readonly FileMatches[],
  mode: "content" | "count",
  callInput: Input,
): readonly string[] {
  if (mode === "count") return files.map((file) => `${file.path}:${matchesIn(file)}`);
  const hasContext = ["-A", "-B", "-C"].some((key) => Number(callInput[key as "-A"] ?? 0) > 0);
  return printMatches(files, { numbers: callInput["-n"] ?? true, hasContext });
}

const matchesIn = ({ lines }: FileMatches): number => lines.filter(({ isMatch }) => isMatch).length;
