import { readFile } from "node:fs/promises";
import { z } from "zod";
import { mediaBlock, mediaTypes } from "../conversation/media.ts";
import { firstCharacters } from "../long-text/ends-of-text.ts";
import { defineTool } from "./define-tool.ts";
import { fileProblem } from "./files/file-problem.ts";
import { rememberFile } from "./files/known-files.ts";
import { readContent } from "./files/read-file-kind.ts";
import { type Tool, ToolFailure } from "./tool.ts";

const maxLines = 2000;
const maxLineLength = 2000;
/** The longest text that the model gets at once. */
const maxTextLength = 100_000;

const input = () =>
  z.object({
    file_path: z.string().min(1).describe("The file"),
    offset: z
      .int()
      .nonnegative()
      .optional()
      .describe("The first line to read; lines are counted from 1"),
    limit: z.int().positive().optional().describe(`How many lines to read; default ${maxLines}`),
  });

const textOutput = () =>
  z.looseObject({
    type: z.literal("text"),
    file: z.looseObject({
      filePath: z.string(),
      content: z.string(),
      numLines: z.number(),
      startLine: z.number(),
      totalLines: z.number(),
    }),
  });

/** An image or a PDF, which the model is shown. */
const mediaOutput = () =>
  z.looseObject({
    type: z.enum(["image", "pdf"]),
    file: z.looseObject({
      filePath: z.string(),
      base64: z.string(),
      /** The media type. */
      type: z.enum(mediaTypes),
      originalSize: z.number(),
    }),
  });

const output = () => z.discriminatedUnion("type", [textOutput(), mediaOutput()]);

export const read: Tool = defineTool({
  name: "Read",
  description: `Reads a file: text, an image (PNG, JPEG, GIF, WebP), a PDF, or a Jupyter notebook (as its cells, with their ids and outputs).

Use it before you edit a file, and whenever you need what a file says. Not for directories (use Glob, or ls with Bash) and not to search (use Grep).
- Text has a number and a tab before each line, which are not part of the file.
- Reads at most ${maxLines} lines; use offset and limit for other parts of longer files, as the end of the result says. Lines of more than ${maxLineLength} characters are cut.
- Images and PDFs are shown to you below the results; they may have at most 3.75 MB. Other binary files cannot be read.
- Read several files that you need with several calls in one answer.`,
  input,
  output,
  paths: ["file_path"],
  access: ({ file_path }) => ({ kind: "read", path: file_path }),
  fileRead: ({ file_path }) => file_path,
  concurrent: () => true,
  async run({ file_path, offset = 1, limit = maxLines }, context) {
    const problem = await fileProblem(file_path);
    if (problem !== undefined) throw new ToolFailure(problem);
    const bytes = await readFile(file_path).catch((error: Error) => {
      throw new ToolFailure(`${file_path} cannot be read: ${error.message}`);
    });
    const found = readContent(file_path, bytes);
    await rememberFile(file_path, bytes, context);
    if (found.kind !== "text") {
      const { kind, mediaType, base64 } = found;
      const file = { filePath: file_path, base64, type: mediaType, originalSize: bytes.length };
      return { type: kind, file };
    }
    const lines = linesOf(found.text);
    const startLine = Math.max(1, offset);
    const part = lines.slice(startLine - 1, startLine - 1 + limit);
    return {
      type: "text" as const,
      file: {
        filePath: file_path,
        content: part.join("\n"),
        numLines: part.length,
        startLine,
        totalLines: lines.length,
      },
    };
  },
  text: (response) =>
    response.type === "text"
      ? numbered(response.file)
      : `(The ${response.type === "pdf" ? "PDF" : "image"} ${response.file.filePath}, ${response.file.originalSize} bytes, is shown below.)`,
  media: (response) =>
    response.type === "text" ? [] : [mediaBlock(response.file.type, response.file.base64)],
});

/** Lines without their ends; a line end at the end of the file does not start another line. */
function linesOf(text: string): readonly string[] {
  if (text === "") return [];
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

type File = z.output<ReturnType<typeof textOutput>>["file"];

function numbered({ filePath, content, numLines, startLine, totalLines }: File): string {
  if (totalLines === 0) return `(${filePath} is empty.)`;
  if (numLines === 0)
    return `(${filePath} has only ${totalLines} lines; there is nothing from line ${startLine} on.)`;
  const shown: string[] = [];
  let length = 0;
  for (const [index, line] of content.split("\n").entries()) {
    const text = `${String(startLine + index).padStart(6)}\t${shortened(line)}`;
    length += text.length + 1;
    if (length > maxTextLength && shown.length > 0) break;
    shown.push(text);
  }
  const next = startLine + shown.length;
  if (next <= totalLines)
    shown.push(`(The file has ${totalLines} lines. To continue, read from offset ${next}.)`);
  return shown.join("\n");
}

const shortened = (line: string): string =>
  line.length > maxLineLength
    ? `${firstCharacters(line, maxLineLength)}… (${line.length} characters in this line)`
    : line;
