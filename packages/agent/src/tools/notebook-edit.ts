import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { z } from "zod";
import { defineTool } from "./define-tool.ts";
import { editCells } from "./files/edit-cells.ts";
import { fileProblem } from "./files/file-problem.ts";
import { objectionToChange, rememberFile } from "./files/known-files.ts";
import { parseNotebook, printNotebook } from "./files/notebook.ts";
import { decodeText, encodeText } from "./files/text-file.ts";
import { writeAtomically } from "./files/write-atomically.ts";
import { type Tool, ToolFailure } from "./tool.ts";

const input = () =>
  z.object({
    notebook_path: z.string().min(1).describe("The notebook file (.ipynb)"),
    cell_id: z
      .string()
      .optional()
      .describe(
        "The cell's id, or cell-0, cell-1 …; with insert: the cell to insert after, not set: at the beginning",
      ),
    new_source: z.string().describe("The new source of the cell"),
    cell_type: z.enum(["code", "markdown"]).optional().describe("Required with insert"),
    edit_mode: z.enum(["replace", "insert", "delete"]).optional().describe("Default: replace"),
  });

type Input = z.output<ReturnType<typeof input>>;

const output = () =>
  z.looseObject({
    notebook_path: z.string(),
    cell_id: z.string(),
    cell_type: z.string(),
    edit_mode: z.enum(["replace", "insert", "delete"]),
    new_source: z.string(),
  });

export const notebookEdit: Tool = defineTool({
  name: "NotebookEdit",
  description: `Replaces, inserts or deletes one cell of a Jupyter notebook (.ipynb).

Use it instead of Edit and Write, which would have to keep the notebook's JSON intact. You must have read the notebook before; Read shows the ids of its cells.
- Outputs of a cell that changes are removed, because they no longer belong to it.`,
  input,
  output,
  paths: ["notebook_path"],
  async check(request, context) {
    // An answer about cells reveals what is in the file, so the model must have read it already.
    const isFile = (await fileProblem(request.notebook_path)) === undefined;
    const unknown = isFile ? await objectionToChange(request.notebook_path, context) : undefined;
    if (unknown !== undefined) return unknown;
    const result = await edited(request);
    return typeof result === "string" ? result : undefined;
  },
  access: ({ notebook_path }) => ({ kind: "edit", path: notebook_path }),
  concurrent: () => false,
  async run(request, context) {
    const result = await edited(request);
    if (typeof result === "string") throw new ToolFailure(result);
    await writeAtomically(request.notebook_path, result.content).catch((error: Error) => {
      throw new ToolFailure(`${request.notebook_path} was not changed: ${error.message}`);
    });
    await rememberFile(request.notebook_path, result.content, context);
    return {
      notebook_path: request.notebook_path,
      cell_id: result.id,
      cell_type: result.type,
      edit_mode: request.edit_mode ?? "replace",
      new_source: request.new_source,
    };
  },
  text: ({ notebook_path, cell_id, edit_mode }) =>
    `Cell ${cell_id} of ${notebook_path} was ${done[edit_mode]}.`,
});

const done = { replace: "replaced", insert: "inserted", delete: "deleted" } as const;

/** The notebook's new content, or why it cannot be edited. */
async function edited(request: Input) {
  const { notebook_path: path, cell_id, new_source, cell_type, edit_mode = "replace" } = request;
  if (!path.endsWith(".ipynb"))
    return `${path} is not a notebook (.ipynb). Use Edit for other files.`;
  const problem = await fileProblem(path);
  if (problem !== undefined) return problem;
  const bytes = await readFile(path).catch((error: Error) => error);
  if (bytes instanceof Error) return `${path} cannot be read: ${bytes.message}`;
  const file = decodeText(bytes);
  if (file === undefined || !file.isExact) return `${path} is not UTF-8 text.`;
  const parsed = parseNotebook(file.text);
  if (typeof parsed === "string") return `${path} is not a valid notebook: ${parsed}`;
  const result = editCells(parsed.notebook, {
    cellId: cell_id,
    mode: edit_mode,
    source: new_source,
    type: cell_type,
    newId: randomUUID().slice(0, 8),
  });
  if (typeof result === "string") return `${path}: ${result}`;
  const text = printNotebook({ ...parsed, notebook: result.notebook });
  return { content: encodeText(file, text), id: result.id, type: result.type };
}
