import { stat } from "node:fs/promises";
import { z } from "zod";
import { defineTool } from "./define-tool.ts";
import { fileProblem } from "./files/file-problem.ts";
import { objectionToChange, rememberFile } from "./files/known-files.ts";
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
  });

export const write: Tool = defineTool({
  name: "Write",
  description: `Writes a file and creates the folders it needs. This replaces the whole content of an existing file, which you must have read before.
To change part of a file, use Edit.`,
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
    await writeAtomically(file_path, content).catch((error: Error) => {
      throw new ToolFailure(`${file_path} was not written: ${error.message}`);
    });
    await rememberFile(file_path, content, context);
    return {
      type: isNew ? ("create" as const) : ("update" as const),
      filePath: file_path,
      content,
    };
  },
  text: ({ type, filePath }) =>
    type === "create" ? `${filePath} was created.` : `${filePath} was overwritten.`,
});
