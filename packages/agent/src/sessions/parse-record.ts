import { isObject } from "@snaphook/engine/internal";

export type JsonObject = Readonly<Record<string, unknown>>;

/** Parses a line; undefined if it is not a JSON object. */
export function parseRecord(line: Buffer): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(line.toString("utf8"));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
