import { appendFileSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import type { TraceSink } from "./trace.ts";

/** Appends one JSON line per dispatch to a file that only its owner can read. */
export function jsonLinesTrace(file: string): TraceSink {
  mkdirSync(dirname(file), { recursive: true });
  return {
    record: (record) => appendFileSync(file, `${JSON.stringify(record)}\n`, { mode: 0o600 }),
  };
}
