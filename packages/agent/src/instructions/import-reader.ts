import { dirname, join, resolve } from "node:path";
import { splitFrontMatter } from "../split-front-matter.ts";
import { findImports } from "./find-imports.ts";
import { type ImportQuestion, realPathOf } from "./import-allowed.ts";
import type { InstructionFile } from "./instruction-file.ts";
import { readTextFile } from "./read-text-file.ts";

/** The longest chain of imports from a CLAUDE.md to a file. */
const maxDepth = 5;
/** More files are a mistake and would fill the model's context. */
const maxFiles = 200;

const outside =
  "is outside the project and was not read; put what you need into your own CLAUDE.md or ~/.claude/*.md";

export interface ImportReaderOptions {
  readonly home: string;
  allowed(question: ImportQuestion): boolean;
}

/** A file to read; it may be missing unless another one imports it. */
type FileToRead = Omit<InstructionFile, "content"> & {
  /** Its front matter is not for the model. */
  readonly isRule?: boolean;
};

/** Reads files and all they import, each once, so circular imports end. */
export function importReader({ home, allowed }: ImportReaderOptions) {
  const files: InstructionFile[] = [];
  const problems: string[] = [];
  const seen = new Set<string>();

  async function readFile(file: FileToRead, depth: number, rootFile: string): Promise<void> {
    const realPath = realPathOf(file.filePath);
    if (realPath === undefined) {
      if (file.parentFilePath !== undefined) reportProblem(file, "does not exist");
      return;
    }
    if (seen.has(realPath)) return;
    seen.add(realPath);
    const content = await contentOf(file, depth, { ...file, realPath, rootFile });
    if (content === undefined) return;
    const { body } = file.isRule ? splitFrontMatter(content) : { body: content };
    const { isRule: _, ...described } = file;
    files.push({ ...described, content: body });
    for (const path of findImports(body)) await follow(path, file, depth + 1, rootFile);
  }

  async function contentOf(file: FileToRead, depth: number, question: ImportQuestion) {
    if (!allowed(question)) return reportProblem(file, outside);
    if (depth > maxDepth)
      return reportProblem(file, `was not read, because it is more than ${maxDepth} imports away`);
    if (seen.size > maxFiles)
      return reportProblem(file, `was not read, because more than ${maxFiles} files are imported`);
    const read = await readTextFile(file.filePath);
    if (read.state === "text") return read.text;
    return reportProblem(
      file,
      read.state === "absent" ? "does not exist" : `${read.problem}; it is ignored`,
    );
  }

  async function follow(path: string, from: FileToRead, depth: number, rootFile: string) {
    const filePath = path.startsWith("~/")
      ? join(home, path.slice(2))
      : resolve(dirname(from.filePath), path);
    // "@someone" is a name unless there is such a file.
    if (!/[./]/.test(path) && realPathOf(filePath) === undefined) return;
    const { memoryType, filePath: parentFilePath } = from;
    await readFile(
      { filePath, memoryType, loadReason: "include", parentFilePath },
      depth,
      rootFile,
    );
  }

  function reportProblem({ filePath, parentFilePath }: FileToRead, problem: string): undefined {
    const by = parentFilePath === undefined ? "" : `, imported by ${parentFilePath},`;
    problems.push(`${filePath}${by} ${problem}`);
  }

  return {
    /** What was read since the last call, and what was not. */
    take: () => ({ files: files.splice(0), problems: problems.splice(0) }),
    read: (file: FileToRead): Promise<void> => readFile(file, 0, file.filePath),
  };
}
