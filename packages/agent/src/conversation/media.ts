import { isObject } from "@snaphook/engine/internal";
import type { LinkedImage, MediaBlock } from "./message.ts";

/**
 * The largest image or PDF that is sent. It becomes a third longer in a request, and services limit both the
 * image (5 MB) and the request; a request that is refused for its size would be refused again and again.
 */
export const maxMediaBytes = 3.75 * 1024 * 1024;

type Bytes = Uint8Array;

const startsWith = (bytes: Bytes, ...start: readonly number[]): boolean =>
  start.every((byte, index) => bytes[index] === byte);

const ascii = (text: string): readonly number[] => [...Buffer.from(text, "latin1")];

const kinds: readonly { readonly mediaType: string; fits(bytes: Bytes): boolean }[] = [
  { mediaType: "image/png", fits: (bytes) => startsWith(bytes, 0x89, ...ascii("PNG\r\n")) },
  { mediaType: "image/jpeg", fits: (bytes) => startsWith(bytes, 0xff, 0xd8, 0xff) },
  { mediaType: "image/gif", fits: (bytes) => startsWith(bytes, ...ascii("GIF8")) },
  {
    mediaType: "image/webp",
    fits: (bytes) =>
      startsWith(bytes, ...ascii("RIFF")) && startsWith(bytes.subarray(8), ...ascii("WEBP")),
  },
  { mediaType: "application/pdf", fits: (bytes) => startsWith(bytes, ...ascii("%PDF-")) },
];

/** The media types that a model can be shown. */
export const mediaTypes: readonly string[] = kinds.map(({ mediaType }) => mediaType);

/** The type of an image or PDF, by its first bytes: names are often wrong. Undefined: it is neither. */
export const mediaTypeOf = (bytes: Bytes): string | undefined =>
  kinds.find(({ fits }) => fits(bytes))?.mediaType;

export const mediaBlock = (mediaType: string, data: string): MediaBlock => ({
  type: mediaType === "application/pdf" ? "document" : "image",
  source: { type: "base64", media_type: mediaType, data },
});

/** Whether a block is an image or a PDF with its content. */
export const isMedia = (block: unknown): block is MediaBlock =>
  isObject(block) &&
  (block["type"] === "image" || block["type"] === "document") &&
  isObject(block["source"]) &&
  block["source"]["type"] === "base64" &&
  typeof block["source"]["data"] === "string" &&
  mediaTypes.includes(String(block["source"]["media_type"]));

export const isLinkedImage = (block: unknown): block is LinkedImage =>
  isObject(block) &&
  block["type"] === "image" &&
  isObject(block["source"]) &&
  block["source"]["type"] === "url" &&
  typeof block["source"]["url"] === "string" &&
  /^https?:/.test(block["source"]["url"]) &&
  URL.canParse(block["source"]["url"]);
