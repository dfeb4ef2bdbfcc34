import { isObject } from "../is-object.ts";

export type JsonObject = Readonly<Record<string, unknown>>;

/** The object on a line, if it is one. */
export function parseRecord(line: Buffer): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(line.toString("utf8"));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
