/**
 * A long paste is one character of the text: it is shown as a label, deleted with one key, and sent in full. The
 * characters are private ones that no font uses; others that a text contains are replaced.
 */
const firstMark = 0x10f000;
const marks = /[\u{10F000}-\u{10FFFD}]/gu;

const maxLines = 10;
const maxLength = 2000;

interface Pasted {
  /** What becomes part of the text. */
  readonly inserted: string;
  readonly pasted: readonly string[];
}

/** A paste as it becomes part of the text; line ends of all systems become `\n`. */
export function addPaste(pasted: readonly string[], raw: string): Pasted {
  const text = withoutMarks(raw.replaceAll(/\r\n?/g, "\n"));
  const isShort = text.length <= maxLength && linesOf(text) <= maxLines;
  if (isShort || firstMark + pasted.length > 0x10fffd) return { inserted: text, pasted };
  return { inserted: String.fromCodePoint(firstMark + pasted.length), pasted: [...pasted, text] };
}

/** Text of others that could pass for a paste does not. */
export const withoutMarks = (text: string): string => text.replaceAll(marks, "\uFFFD");

const pastedAt = (pasted: readonly string[], character: string): string | undefined =>
  pasted[(character.codePointAt(0) ?? 0) - firstMark];

/** How a pasted text is shown. */
export function pasteLabel(pasted: readonly string[], character: string): string | undefined {
  const text = pastedAt(pasted, character);
  if (text === undefined) return undefined;
  const lines = linesOf(text);
  return lines > maxLines
    ? `[pasted ${lines.toLocaleString("en")} lines]`
    : `[pasted ${text.length.toLocaleString("en")} characters]`;
}

/** The text with everything that was pasted. */
export const expandPastes = (pasted: readonly string[], text: string): string =>
  text.replaceAll(marks, (mark) => pastedAt(pasted, mark) ?? mark);

const linesOf = (text: string): number => text.replace(/\n$/, "").split("\n").length;
