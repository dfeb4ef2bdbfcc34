import { isAbsolute, join, resolve } from "node:path";
import picomatch from "picomatch";
import { z } from "zod";
import { defineTool } from "./define-tool.ts";
import { findRipgrep } from "./search/find-ripgrep.ts";
import { listFiles } from "./search/list-files.ts";
import { newestFirst } from "./search/newest-first.ts";
import { oddNamesNote, printedName } from "./search/odd-names.ts";
import { pathKind } from "./search/path-kind.ts";
import { createTimeLimit } from "./search/time-limit.ts";
import { walkFiles } from "./search/walk-files.ts";
import { type Tool, type ToolContext, ToolFailure } from "./tool.ts";

const maxFiles = 100;

const input = () =>
  z.object({
    pattern: z.string().min(1).describe("For example **/*.ts or src/{a,b}/*.json"),
    path: z
      .string()
      .min(1)
      .optional()
      .describe("The directory to search; default: the working directory"),
  });

const output = () =>
  z.looseObject({
    filenames: z.array(z.string()),
    numFiles: z.number(),
    truncated: z.boolean(),
    note: z.string().optional(),
  });

export const glob: Tool = defineTool({
  name: "Glob",
  description: `Finds files by name, most recently changed first.

Use it when you know something about a path: **/*.test.ts, src/**/config.*. To find files by what they contain, use Grep. To see what is in one directory, use ls with Bash.
- Returns at most ${maxFiles} files, and says if there are more.
- Includes hidden files. Leaves out .git, node_modules, links, and what .gitignore excludes unless nothing else matches.`,
  input,
  output,
  paths: ["path"],
  access: ({ pattern, path }) => ({ kind: "read", ...placeOf(pattern, path) }),
  concurrent: () => true,
  async run({ pattern, path }, context, signal) {
    const folder = path ?? context.cwd();
    const kind = await pathKind(folder);
    if (typeof kind === "object") throw new ToolFailure(kind.problem);
    if (kind === "file") throw new ToolFailure(`${folder} is a file, not a directory.`);
    const { base, glob: rest } = picomatch.scan(pattern);
    const { files, note } = await matching(resolve(folder, base), rest, context, signal);
    const found = await newestFirst(files);
    return {
      filenames: found.slice(0, maxFiles).map(printedName),
      numFiles: Math.min(found.length, maxFiles),
      truncated: found.length > maxFiles,
      ...(note !== undefined && found.length > 0 ? { note } : {}),
    };
  },
  text({ filenames, truncated, note }) {
    if (filenames.length === 0) return "No files found.";
    return [
      ...filenames,
      ...(truncated ? ["(There are more. Use a narrower pattern or path to see them.)"] : []),
      ...(filenames.some((name) => name.includes("\\x")) ? [oddNamesNote] : []),
      ...(note === undefined ? [] : [`(${note})`]),
    ].join("\n");
  },
});

/** A pattern may be an absolute path, which then contains the directory to search. */
function placeOf(pattern: string, path: string | undefined): { readonly path?: string } {
  if (isAbsolute(pattern)) return { path: picomatch.scan(pattern).base || "/" };
  return path === undefined ? {} : { path };
}

interface Matching {
  readonly files: readonly string[];
  readonly note?: string;
}

/**
 * The files that match. If none of those that .gitignore leaves does, the files that it excludes are looked at too:
 * a file that exists is never reported as missing.
 */
async function matching(
  folder: string,
  pattern: string,
  context: ToolContext,
  signal: AbortSignal,
): Promise<Matching> {
  if (pattern === "") return { files: [folder] };
  if ((await pathKind(folder)) !== "folder") return { files: [] };
  const matches = picomatch(pattern, { dot: true, nonegate: true });
  // A pattern with many wildcards can take very long even for one name.
  const select = (names: readonly string[]) =>
    createTimeLimit()(() => names.filter((name) => matches(name))).map((name) =>
      join(folder, name),
    );
  const program = await findRipgrep(context);
  const listed =
    program === undefined
      ? (await walkFiles(folder, { signal, ignored: false })).filter(({ isLink }) => !isLink)
      : [];
  const names =
    program === undefined
      ? listed.map(({ relative }) => relative)
      : await listFiles(program, pattern, { folder, signal, context });
  const found = select(names);
  if (found.length > 0) return { files: found };
  const all = await walkFiles(folder, { signal, ignored: true });
  const note = ".gitignore excludes these files, or they are links.";
  return { files: select(all.map(({ relative }) => relative)), note };
}
