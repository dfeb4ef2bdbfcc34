import type { Readable } from "node:stream";
import type { CapturedText } from "../../stages/hook-run.ts";

/** P11: what is kept in memory of one stream. */
const captureLimit = 1024 * 1024;

/** Collects a stream up to the limit and counts the rest; decodes once, so no character is split. */
export function capture(stream: Readable): () => CapturedText {
  const chunks: Buffer[] = [];
  let kept = 0;
  let bytes = 0;
  stream.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    const part = chunk.subarray(0, captureLimit - kept);
    if (part.length === 0) return;
    kept += part.length;
    chunks.push(part);
  });
  stream.on("error", () => {});
  return () => ({ text: Buffer.concat(chunks).toString("utf8"), bytes, complete: bytes === kept });
}
