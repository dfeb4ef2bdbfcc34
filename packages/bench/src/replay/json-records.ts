import type { JsonObject } from "@snaphook/engine";
import { isObject } from "@snaphook/engine/internal";
import { fileLines } from "../file-lines.ts";

/** A line of a file with JSON lines. */
export interface JsonRecord {
  /** Counted from 1. */
  readonly line: number;
  /** Undefined: the line is not a JSON object. */
  readonly record: JsonObject | undefined;
  readonly isLast: boolean;
}

/** The records of a file. `onLine` gets the length of every line that has one. Throws if the file cannot be text. */
export function* jsonRecords(
  file: string,
  onLine: (length: number) => void,
): Generator<JsonRecord, void> {
  let before: Omit<JsonRecord, "isLast"> | undefined;
  for (const { text, line, bytes } of fileLines(file)) {
    onLine(bytes);
    if (before) yield { ...before, isLast: false };
    before = { line, record: parse(text) };
  }
  if (before) yield { ...before, isLast: true };
}

function parse(line: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
