import { closeSync } from "node:fs";
import { openToAppend, troubleOf } from "@snaphook/engine/internal";
import { UsageError } from "./usage-error.ts";

/** `--trace`: a folder, or a FIFO that no one reads, can never be written. What can change later is a warning then. */
export function checkTraceFile(file: string | undefined): void {
  if (file === undefined) return;
  try {
    closeSync(openToAppend(file));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EISDIR" || code === "ENXIO")
      throw new UsageError(
        `--trace: ${file} cannot be written: ${troubleOf(error).message}; name another file`,
      );
  }
}
