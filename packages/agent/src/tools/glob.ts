import { isAbsolute, resolve } from "node:path";
import picomatch from "picomatch";
import { z } from "zod";
import { defineTool } from "./define-tool.ts";
import { newestFirst } from "./search/newest-first.ts";
import { pathKind } from "./search/path-kind.ts";
import { createTimeLimit } from "./search/time-limit.ts";
import { walkFiles } from "./search/walk-files.ts";
import { type Tool, ToolFailure } from "./tool.ts";

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
  });

export const glob: Tool = defineTool({
  name: "Glob",
  description: `Finds at most ${maxFiles} files by name, most recently changed first. Skips .git and node_modules, and does not follow links to directories.`,
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
    const found = await newestFirst(await matching(resolve(folder, base), rest, signal));
    return {
      filenames: found.slice(0, maxFiles),
      numFiles: Math.min(found.length, maxFiles),
      truncated: found.length > maxFiles,
    };
  },
  text({ filenames, truncated }) {
    if (filenames.length === 0) return "No files found.";
    const note = truncated ? ["(There are more. Use a narrower pattern or path to see them.)"] : [];
    return [...filenames, ...note].join("\n");
  },
});

/** A pattern may be an absolute path, which then contains the directory to search. */
function placeOf(pattern: string, path: string | undefined): { readonly path?: string } {
  if (isAbsolute(pattern)) return { path: picomatch.scan(pattern).base || "/" };
  return path === undefined ? {} : { path };
}

async function matching(
  folder: string,
  pattern: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  if (pattern === "") return [folder];
  const matches = picomatch(pattern, { dot: true, nonegate: true });
  const files = await Array.fromAsync(walkFiles(folder, signal));
  // A pattern with many wildcards can take very long even for one name.
  return createTimeLimit()(() => files.filter(({ relative }) => matches(relative))).map(
    ({ path }) => path,
  );
}
