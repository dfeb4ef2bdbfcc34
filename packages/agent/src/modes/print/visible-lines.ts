import { visibleText } from "@snaphook/engine/internal";

/** Lines that do not steer the terminal they are shown on, each with its end. */
export const visibleLines = (lines: readonly string[]): string =>
  lines.map((line) => `${visibleText(line)}\n`).join("");
