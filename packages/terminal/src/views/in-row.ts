import { inLine } from "@snaphook/protocol";

/** A text of others on one row of the screen. A tab has no width of its own, so it becomes spaces. */
export const inRow = (text: string): string => inLine(text).replaceAll("\t", "    ");
