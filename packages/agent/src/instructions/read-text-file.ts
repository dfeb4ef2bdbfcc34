import { isUtf8 } from "node:buffer";
import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";

/** Larger than any text for a model should be. */
const sizeLimit = 1024 * 1024;

export type ReadTextFile =
  | { readonly state: "text"; readonly text: string }
  | { readonly state: "absent" }
  /** `problem` continues a sentence that begins with the file's name. */
  | { readonly state: "unreadable"; readonly problem: string };

/** Reads a text for a model. A FIFO, a folder or a binary file results in a problem, not an exception. */
export async function readTextFile(path: string): Promise<ReadTextFile> {
  let handle: FileHandle | undefined;
  try {
    // Without O_NONBLOCK, opening a FIFO waits for a writer.
    handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    return await readHandle(handle);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    return code === "ENOENT" || code === "ENOTDIR"
      ? { state: "absent" }
      : unreadable(`cannot be read (${code})`);
  } finally {
    await handle?.close();
  }
}

async function readHandle(handle: FileHandle): Promise<ReadTextFile> {
  const facts = await handle.stat();
  if (!facts.isFile()) return unreadable("is not a regular file");
  const buffer = Buffer.allocUnsafe(sizeLimit + 1);
  let length = 0;
  while (length < buffer.length) {
    const { bytesRead } = await handle.read(buffer, length, buffer.length - length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  if (length > sizeLimit) return unreadable("is larger than 1 MB");
  const bytes = buffer.subarray(0, length);
  if (bytes.includes(0) || !isUtf8(bytes)) return unreadable("is not UTF-8 text");
  return { state: "text", text: bytes.toString("utf8").replace(/^\uFEFF/, "") };
}

const unreadable = (problem: string): ReadTextFile => ({ state: "unreadable", problem });
