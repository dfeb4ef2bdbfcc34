import { extname } from "node:path";
import { maxMediaBytes, mediaTypeOf } from "../../conversation/media.ts";
import { ToolFailure } from "../tool.ts";
import { parseNotebook } from "./notebook.ts";
import { printCell } from "./notebook-cells.ts";
import { decodeText } from "./text-file.ts";

/** What a file is, by its content. */
export type FileContent =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "image" | "pdf"; readonly mediaType: string; readonly base64: string };

/** Reads bytes as text, as cells of a notebook, or as an image or PDF. Throws a `ToolFailure` if they are neither. */
export function readContent(path: string, bytes: Buffer): FileContent {
  const mediaType = mediaTypeOf(bytes);
  if (mediaType !== undefined) return mediaContent(path, bytes, mediaType);
  const text = decodeText(bytes)?.text;
  if (text === undefined)
    throw new ToolFailure(
      `${path} is a binary file. Text, notebooks, PDFs and images (PNG, JPEG, GIF, WebP) can be shown.`,
    );
  return { kind: "text", text: extname(path) === ".ipynb" ? cellsOf(text) : text };
}

function mediaContent(path: string, bytes: Buffer, mediaType: string): FileContent {
  const kind = mediaType === "application/pdf" ? "pdf" : "image";
  if (bytes.length > maxMediaBytes)
    throw new ToolFailure(
      `${path} is too large to be shown (${bytes.length} bytes; the limit is ${maxMediaBytes}). ${advice[kind]}`,
    );
  return { kind, mediaType, base64: bytes.toString("base64") };
}

const advice = {
  image: "Make a smaller copy with a program such as convert, and read that.",
  pdf: "Extract its text or some pages with a program such as pdftotext, and read that.",
} as const;

/** The cells of a notebook; the file as it is if it is not one. */
function cellsOf(text: string): string {
  const parsed = parseNotebook(text);
  return typeof parsed === "string" ? text : parsed.notebook.cells.map(printCell).join("\n");
}
