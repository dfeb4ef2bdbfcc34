import type { ShortText } from "./entry.ts";

/** More of a line does not fit on a few rows. */
const maxLength = 400;

/** The first lines of a text, and how many more there are. */
export function shortText(text: string, maxLines: number): ShortText {
  const trimmed = text.replace(/^(?:[ \t]*\n)+/, "").trimEnd();
  if (trimmed === "") return { lines: [], more: 0 };
  const lines = trimmed.split("\n");
  // One line more takes no more room than the line that would name it.
  const shown = lines.length <= maxLines + 1 ? lines : lines.slice(0, maxLines);
  return { lines: shown.map((line) => cutLine(line)), more: lines.length - shown.length };
}

export const cutLine = (line: string, length = maxLength): string =>
  line.length <= length ? line : `${line.slice(0, length).replace(/[\uD800-\uDBFF]$/, "")}…`;

const maxNoteLines = 20;
const maxNoteLength = 2000;

/** As much of a hook's text as has room in the conversation, and how much more there is. */
export function shortNote(text: string): string {
  const { lines, more } = shortText(text, maxNoteLines);
  if (more === 0 && text.length <= maxNoteLength) return text;
  const shown = cutLine(lines.join("\n"), maxNoteLength);
  const left = more + lines.length - shown.split("\n").length;
  const what =
    left === 0 ? "" : ` ${left.toLocaleString("en")} more ${left === 1 ? "line" : "lines"},`;
  return `${shown}\n…${what} Ctrl+O shows all`;
}
