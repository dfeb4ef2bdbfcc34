import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isObject, makeFolder } from "@snaphook/engine/internal";
import { isMedia, maxMediaBytes, mediaBlock, mediaTypeOf } from "../conversation/media.ts";
import type { MediaBlock } from "../conversation/message.ts";
import { errorText } from "../error-text.ts";
import type { ToolAnswer } from "./connection-types.ts";

type Block = Readonly<Record<string, unknown>>;

const text = (value: string): Block => ({ type: "text", text: value });

/**
 * The result of a tool as hooks get it (E24): content blocks. Structured content replaces the texts that repeat it.
 * Images become blocks that a model can be shown, and a file; other bytes become a file.
 */
export async function resultBlocks(answer: ToolAnswer, folder: string): Promise<readonly Block[]> {
  const { content, structuredContent } = answer;
  const blocks = await Promise.all(content.map((block) => blocksOf(block, folder)));
  if (structuredContent === undefined) return blocks.flat();
  const others = content.flatMap(({ type }, index) =>
    type === "text" ? [] : (blocks[index] ?? []),
  );
  return [text(JSON.stringify(structuredContent)), ...others];
}

async function blocksOf(block: Block, folder: string): Promise<readonly Block[]> {
  const { type, data, mimeType } = block;
  if (type === "text") return [text(String(block["text"] ?? ""))];
  if ((type === "image" || type === "audio") && typeof data === "string")
    return fileBlocks(data, String(mimeType ?? ""), folder);
  if (type === "resource" && isObject(block["resource"]))
    return contentBlocks(block["resource"], folder);
  if (type === "resource_link")
    return [text(`${String(block["name"] ?? "resource")}: ${String(block["uri"] ?? "")}`)];
  return [text(JSON.stringify(block))];
}

/** The content of a resource: its text, or a file with its bytes. */
export async function contentBlocks(resource: Block, folder: string): Promise<readonly Block[]> {
  const { text: content, blob, mimeType } = resource;
  if (typeof content === "string") return [text(content)];
  return typeof blob === "string" ? fileBlocks(blob, String(mimeType ?? ""), folder) : [];
}

async function fileBlocks(
  data: string,
  mimeType: string,
  folder: string,
): Promise<readonly Block[]> {
  const bytes = Buffer.from(data, "base64");
  const known = mediaTypeOf(bytes);
  const extension = /^\w+\/([\w.+-]+)$/.exec(known ?? mimeType)?.[1] ?? "bin";
  const file = join(folder, `mcp-${randomUUID()}.${extension}`);
  const saved = await save(file, bytes);
  const isShown = known !== undefined && bytes.length <= maxMediaBytes;
  return [...(isShown ? [mediaBlock(known, data) as unknown as Block] : []), text(saved)];
}

async function save(file: string, bytes: Buffer): Promise<string> {
  try {
    makeFolder(join(file, ".."));
    await writeFile(file, bytes, { mode: 0o600 });
    return `The content is stored in ${file}`;
  } catch (error) {
    return `The content (${bytes.length} bytes) could not be stored: ${errorText(error)}`;
  }
}

/** What the model reads of a result, or of what a hook replaced it with (A5). */
export function textOfBlocks(response: unknown): string {
  if (typeof response === "string") return response;
  if (!Array.isArray(response)) return JSON.stringify(response) ?? "";
  return response
    .flatMap((block: unknown) => {
      if (isMedia(block)) return [];
      if (isObject(block) && block["type"] === "text") return [String(block["text"] ?? "")];
      return [JSON.stringify(block)];
    })
    .join("\n");
}

export const mediaOfBlocks = (response: unknown): readonly MediaBlock[] =>
  Array.isArray(response) ? response.filter(isMedia) : [];
