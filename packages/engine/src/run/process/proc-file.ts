import { readFileSync } from "node:fs";

/** The text of a file below /proc; empty if it is gone or must not be read. */
export function readProcFile(file: string): string {
  try {
    return readFileSync(file, "latin1");
  } catch {
    return "";
  }
}
