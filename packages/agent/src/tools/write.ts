import { readFile, stat } from "node:fs/promises";
import { z } from "zod";
import { defineTool } from "./define-tool.ts";
import { fileProblem } from "./files/file-problem.ts";
import { objectionToChange, rememberFile } from "./files/known-files.ts";
import { structuredPatch } from "./files/structured-patch.ts";
import { decodeText } from "./files/text-file.ts";
import { writeAtomically } from "./files/write-atomically.ts";
import { type Tool, ToolFailure } from "./tool.ts";

const input = () =>
  z.object({
    file_path: z.string().min(1).describe("The file"),
    content: z.string().describe("The complete new content"),
  });

const output = () =>
  z.looseObject({
    type: z.enum(["create", "update"]),
    filePath: z.string(),
    content: z.string(),
    originalFile: z.string().nullable().optional(),
    structuredPatch: z.array(z.unknown()).optional(),
  });

export const write: Tool = defineTool({
  name: "Write",
  description: `Writes a whole file and creates the folders it needs. An existing file is replaced completely.

Use it for new files, or when most of a file changes. To change part of a file use Edit, which sends less and cannot lose the rest.
- You must have read an existing file before, and it must not have changed since.
- Do not create documentation or example files unless the user wants them.`,
  input,
  output,
  paths: ["file_path"],
  async check({ file_path }, context) {
    const found = await stat(file_path).catch(() => undefined);
    if (found === undefined) return undefined;
    return (await fileProblem(file_path)) ?? objectionToChange(file_path, context);
  },
  access: ({ file_path }) => ({ kind: "edit", path: file_path }),
  concurrent: () => false,
  async run({ file_path, content }, context) {
    const isNew = (await stat(file_path).catch(() => undefined)) === undefined;
    const bytes = isNew ? undefined : await readFile(file_path).catch(() => undefined);
    const before = bytes && decodeText(bytes)?.text;
    await writeAtomically(file_path, content).catch((error: Error) => {
      throw new ToolFailure(`${file_path} was not written: ${error.message}`);
    });
    await rememberFile(file_path, content, context);
    return {
      type: isNew ? ("create" as const) : ("update" as const),
      filePath: file_path,
      content,
      originalFile: before ?? null,
      structuredPatch: isNew || before === undefined ? [] : structuredPatch(before, content),
    };
  },
  text: ({ type, filePath }) =>
    type === "create" ? `${filePath} was created.` : `${filePath} was overwritten.`,
});
