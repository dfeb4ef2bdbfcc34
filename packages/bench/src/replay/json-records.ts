import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import type { JsonObject } from "@snaphook/engine";
import { isObject } from "@snaphook/engine/internal";

/** A line of a file with JSON lines. */
export interface JsonRecord {
  /** Counted from 1. */
  readonly line: number;
  /** Undefined: the line is not a JSON object. */
  readonly record: JsonObject | undefined;
  readonly isLast: boolean;
}

/**
 * The lines of a file that are not empty; memory use is a line. `onLine` gets the length of every line. Throws if the
 * file cannot be text.
 */
export async function* jsonRecords(
  file: string,
  onLine: (length: number) => void,
): AsyncGenerator<JsonRecord, void> {
  const handle = await openText(file);
  try {
    let line = 0;
    let before: Omit<JsonRecord, "isLast"> | undefined;
    for await (const text of handle.readLines({ autoClose: false, start: 0 })) {
      line += 1;
      onLine(text.length + 1);
      if (text.trim() === "") continue;
      if (before) yield { ...before, isLast: false };
      before = { line, record: parse(line === 1 ? text.replace(/^\uFEFF/, "") : text) };
    }
    if (before) yield { ...before, isLast: true };
  } finally {
    await handle.close();
  }
}

async function openText(file: string): Promise<FileHandle> {
  // Without O_NONBLOCK, opening a pipe waits for a writer.
  const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    if (!(await handle.stat()).isFile()) throw new Error("it is not a regular file");
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4096), 0, 4096, 0);
    if (buffer.subarray(0, bytesRead).includes(0)) throw new Error("the file is not text");
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

function parse(line: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
