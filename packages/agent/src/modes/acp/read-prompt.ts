import { fileURLToPath } from "node:url";
import { type ContentBlock, type EmbeddedResource, RequestError } from "@agentclientprotocol/sdk";
import { mediaBlock, mediaTypes } from "../../conversation/media.ts";
import type { MediaBlock } from "../../conversation/message.ts";
import type { Prompt } from "../../loop/prompt.ts";

/**
 * A prompt of the client. A link to a file becomes a mention (`@path`), so that the file is read as any other: with its
 * hooks and rules. Throws an error for the client if a block cannot be used.
 */
export function readPrompt(blocks: readonly ContentBlock[]): Prompt {
  const parts = blocks.map(partOf);
  const text = parts.flatMap((part) => (typeof part === "string" ? part : [])).join("\n");
  const media = parts.filter((part) => typeof part !== "string");
  if (text.trim() === "" && media.length === 0) throw invalid("the prompt is empty");
  return media.length === 0 ? text : { text, media };
}

function partOf(block: ContentBlock): string | MediaBlock {
  switch (block.type) {
    case "text":
      return block.text;
    case "image":
      return mediaOf(block.mimeType, block.data);
    case "resource_link":
      return mentionOf(block.uri) ?? `[${block.title ?? block.name}](${block.uri})`;
    case "resource":
      return embedded(block);
    case "audio":
      throw invalid("audio is not supported; send text or images");
  }
}

function embedded({ resource }: EmbeddedResource): string | MediaBlock {
  if ("text" in resource)
    return `<resource uri=${JSON.stringify(resource.uri)}>\n${resource.text}\n</resource>`;
  return mediaOf(resource.mimeType ?? "no type", resource.blob);
}

function mediaOf(mediaType: string, data: string): MediaBlock {
  if (mediaTypes.includes(mediaType)) return mediaBlock(mediaType, data);
  throw invalid(`found content of type ${mediaType}, expected ${mediaTypes.join(", ")}`);
}

function mentionOf(uri: string): string | undefined {
  const url = URL.parse(uri);
  if (url?.protocol !== "file:") return undefined;
  const lines = /^#L\d+(?:[-:]L?\d+)?$/.test(url.hash) ? url.hash.replace(":", "-") : "";
  url.hash = "";
  url.search = "";
  try {
    return `@"${fileURLToPath(url)}${lines}"`;
  } catch {
    return undefined;
  }
}

const invalid = (message: string): RequestError => RequestError.invalidParams(undefined, message);
