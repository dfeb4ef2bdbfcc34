import { randomUUID } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { errorText } from "../error-text.ts";

/** What the model gets of one text at most. */
const maxTextLength = 30_000;

interface KeptText {
  /** The text, or its beginning. */
  readonly text: string;
  /** Where all of it is, if it was too long. */
  readonly file?: string;
  /** Its size in bytes then. */
  readonly size?: number;
}

interface LongText {
  readonly text: string;
  readonly bytes: number;
  /** Where all of it is already. */
  readonly file?: string;
}

/** Keeps what a model can be expected to read; all of a longer text goes to a file of the session. */
export async function keepLongText(long: LongText, folder: string): Promise<KeptText> {
  const { text, bytes } = long;
  if (text.length <= maxTextLength && long.file === undefined) return { text };
  const head = firstCharacters(text, maxTextLength);
  if (long.file !== undefined) return { text: head, file: long.file, size: bytes };
  const file = join(folder, `output-${randomUUID()}.txt`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(file, text, { mode: 0o600 });
  } catch (error) {
    // The command has run; that its output does not fit on the disk must not look like its failure.
    return {
      text: `${head}\n[Cut: this is the beginning of ${bytes} bytes. The rest could not be saved: ${errorText(error)}]`,
    };
  }
  return { text: head, file, size: bytes };
}

/** The first characters of a text; none is cut in two. */
export function firstCharacters(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  const isHalf = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, isHalf ? length - 1 : length);
}

/** Says that a text was cut, and where the rest is. */
export const cutNote = (file: string, size: number): string =>
  `[Cut: this is the beginning of ${size} bytes. All of it is in ${file}]`;
