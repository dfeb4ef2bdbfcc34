import { visibleText } from "@snaphook/engine/internal";

/** Lines with control characters made visible, so that they cannot control a terminal. */
export const visibleLines = (lines: readonly string[]): string =>
  lines.map((line) => `${visibleText(line)}\n`).join("");
