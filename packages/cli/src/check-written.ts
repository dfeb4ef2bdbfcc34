import type { Written } from "@snaphook/engine/internal";
import { printMessage } from "./print.ts";
import { UsageError } from "./usage-error.ts";

/** Reports that one of our files could not be written, or that an unreadable one was replaced. */
export function checkWritten(written: Written): void {
  if (!written.ok) {
    const { file, found, advice } = written.problem;
    throw new UsageError(`${file} ${found}; ${advice}`);
  }
  if (written.keptCopy !== undefined)
    printMessage(
      `the file could not be read and was replaced; the old one is now ${written.keptCopy}`,
    );
}
