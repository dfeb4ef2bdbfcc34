import { stat } from "node:fs/promises";
import type { CapturedText } from "@snaphook/engine/internal";
import { endsByLength, firstCharacters, lastCharacters } from "../../long-text/ends-of-text.ts";
import { joinEnds } from "../../long-text/join-ends.ts";
import { saveText } from "../../long-text/save-text.ts";

/** What a command printed, as the model and hooks get it. */
interface PrintedText {
  /** The text, or its beginning and its end. */
  readonly text: string;
  /** Where the whole text is, if it was too long and could be saved. */
  readonly whole?: SavedOutput;
}

/** A file with long output. */
export interface SavedOutput {
  readonly file: string;
  /** The size of the output in bytes. */
  readonly size: number;
  /** How much of it the file has: less on a full disk, or if the output is larger than any file may be. */
  readonly savedSize: number;
}

/** Leaves out the middle of a text that is too long; the whole text is in a file. */
export async function printedText(
  printed: CapturedText,
  { maxLength, folder }: { readonly maxLength: number; readonly folder: string },
): Promise<PrintedText> {
  const text = withoutFinalNewlines(printed.text);
  const { bytes: size, file, endText = text } = printed;
  if (printed.complete) {
    const ends = endsByLength(text, maxLength);
    if (ends === undefined) return { text };
    const saved = await saveText(text, folder);
    if ("problem" in saved) return { text: joinEnds(ends, notSaved(size, saved.problem)) };
    return { text: joinEnds(ends), whole: { file: saved.file, size, savedSize: size } };
  }
  const half = Math.floor(maxLength / 2);
  const head = firstCharacters(text, half);
  const ends = { head, end: lastCharacters(withoutFinalNewlines(endText), half) };
  if (file === undefined) return { text: joinEnds(ends, notSaved(size, "no file was made")) };
  const { size: savedSize } = await stat(file).catch(() => ({ size: 0 }));
  return { text: joinEnds(ends), whole: { file, size, savedSize } };
}

const notSaved = (size: number, why: string): string =>
  `The whole output has ${size} bytes, and could not be saved: ${why}`;

/** A line for the model that says where the whole output is. */
export const placeOfOutput = ({ file, size, savedSize }: SavedOutput): string =>
  savedSize < size
    ? `[The first ${savedSize} of ${size} bytes are in ${file}; there was no space for more]`
    : `[All ${size} bytes are in ${file}]`;

/** A text without its final line ends, as `$(…)` returns it. */
export function withoutFinalNewlines(text: string): string {
  let end = text.length;
  while (end > 0 && (text[end - 1] === "\n" || text[end - 1] === "\r")) end--;
  return text.slice(0, end);
}
