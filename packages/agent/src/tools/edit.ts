import { readFile, stat } from "node:fs/promises";
import { z } from "zod";
import { defineTool } from "./define-tool.ts";
import { fileProblem } from "./files/file-problem.ts";
import { objectionToChange, rememberFile } from "./files/known-files.ts";
import { type Replaced, replaceText } from "./files/replace-text.ts";
import { structuredPatch } from "./files/structured-patch.ts";
import { decodeText, encodeText, type TextFile } from "./files/text-file.ts";
import { writeAtomically } from "./files/write-atomically.ts";
import { type Tool, ToolFailure } from "./tool.ts";

const input = () =>
  z.object({
    file_path: z.string().min(1).describe("The file"),
    old_string: z.string().describe("The text to replace; empty if the file is new or empty"),
    new_string: z.string().describe("The new text"),
    replace_all: z
      .boolean()
      .default(false)
      .describe("Replace all occurrences; otherwise there must be exactly one"),
  });

type Input = z.output<ReturnType<typeof input>>;

const output = () =>
  z.looseObject({
    filePath: z.string(),
    oldString: z.string(),
    newString: z.string(),
    replaceAll: z.boolean(),
    places: z.number().optional(),
    originalFile: z.string().optional(),
    structuredPatch: z.array(z.unknown()).optional(),
    userModified: z.boolean().optional(),
  });

export const edit: Tool = defineTool({
  name: "Edit",
  description: `Replaces text in a file.

Use it for every change to an existing file, except when most of it changes (then Write). For notebooks use NotebookEdit.
- You must have read the file before, and it must not have changed since.
- old_string must occur in the file exactly as given, with its indentation and without the line numbers of Read.
- It must occur only once: include enough of the lines around it. With replace_all every occurrence is replaced, which suits renames.`,
  input,
  output,
  paths: ["file_path"],
  async check(request, context) {
    // An answer about old_string reveals what is in the file, so the model must have read it already.
    const isFile = (await fileProblem(request.file_path)) === undefined;
    const unknown = isFile ? await objectionToChange(request.file_path, context) : undefined;
    if (unknown !== undefined) return unknown;
    const result = await edited(request);
    return "objection" in result ? result.objection : undefined;
  },
  access: ({ file_path }) => ({ kind: "edit", path: file_path }),
  concurrent: () => false,
  async run(request, context) {
    const result = await edited(request);
    if ("objection" in result) throw new ToolFailure(result.objection);
    await writeAtomically(request.file_path, result.content).catch((error: Error) => {
      throw new ToolFailure(`${request.file_path} was not changed: ${error.message}`);
    });
    await rememberFile(request.file_path, result.content, context);
    return {
      filePath: request.file_path,
      oldString: request.old_string,
      newString: request.new_string,
      replaceAll: request.replace_all,
      places: result.places,
      originalFile: result.before,
      structuredPatch: structuredPatch(result.before, result.after),
      userModified: false,
    };
  },
  text: ({ filePath, places = 1 }) =>
    `${filePath} was changed${places > 1 ? ` in ${places} places` : ""}.`,
});

type Edited =
  | { readonly objection: string }
  | {
      readonly content: string | Buffer;
      readonly places: number;
      readonly before: string;
      readonly after: string;
    };

/** The file's new content, or why it cannot be edited. */
async function edited(request: Input): Promise<Edited> {
  const { file_path, old_string, new_string } = request;
  if (old_string === new_string)
    return { objection: "old_string and new_string are the same: there is nothing to change." };
  const isThere = (await stat(file_path).catch(() => undefined)) !== undefined;
  if (!isThere && old_string === "")
    return { content: new_string, places: 1, before: "", after: new_string };
  const problem = await fileProblem(file_path);
  if (problem !== undefined) return { objection: problem };
  const bytes = await readFile(file_path).catch((error: Error) => error);
  if (bytes instanceof Error) return { objection: `${file_path} cannot be read: ${bytes.message}` };
  const file = decodeText(bytes);
  if (file === undefined || !file.isExact)
    return { objection: `${file_path} is not UTF-8 text: an edit would damage it.` };
  return inFile(file, request);
}

function inFile(file: TextFile, request: Input): Edited {
  const { file_path, old_string, new_string, replace_all } = request;
  if (old_string === "" && file.text === "")
    return { content: encodeText(file, new_string), places: 1, before: "", after: new_string };
  const replaced = replaceText(file.text, {
    oldString: old_string,
    newString: new_string,
    all: replace_all,
  });
  if (!replaced.ok) return { objection: notOnce(file_path, old_string, replaced) };
  const { text, places } = replaced;
  return { content: encodeText(file, text), places, before: file.text, after: text };
}

function notOnce(path: string, oldString: string, { places }: Replaced): string {
  if (oldString === "") return `old_string is empty, but ${path} is not.`;
  if (places === 0) return `old_string was not found in ${path}:\n${oldString}`;
  return `old_string occurs ${places} times in ${path}. Include more of the lines around it, or set replace_all.\n${oldString}`;
}
