import type { Ends } from "./ends-of-text.ts";

/** A text without its middle; a line between its ends says so, and where the rest is if that is known here. */
export const joinEnds = ({ head, end }: Ends, where = ""): string =>
  `${head}\n[The middle is left out.${where === "" ? "" : ` ${where}`}]\n${end}`;
