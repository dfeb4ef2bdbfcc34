import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder } from "@snaphook/engine/internal";
import { errorText } from "../error-text.ts";

/** The longest text that the model gets. */
const maxTextLength = 30_000;

interface KeptText {
  /** The text, or its beginning. */
  readonly text: string;
  /** The file with the whole text, if it was too long. */
  readonly file?: string;
  /** The size of the whole text in bytes, if it was too long. */
  readonly size?: number;
}

interface LongText {
  readonly text: string;
  readonly bytes: number;
  /** The file that already contains the whole text. */
  readonly file?: string;
}

/** Cuts a text that is too long for the model, and saves the whole text in a file of the session. */
export async function keepLongText(long: LongText, folder: string): Promise<KeptText> {
  const { text, bytes } = long;
  if (text.length <= maxTextLength && long.file === undefined) return { text };
  const head = firstCharacters(text, maxTextLength);
  if (long.file !== undefined) return { text: head, file: long.file, size: bytes };
  const file = join(folder, `output-${randomUUID()}.txt`);
  try {
    makeFolder(folder);
    await writeFile(file, text, { mode: 0o600 });
  } catch (error) {
    // The command has run; a full disk must not make it look as if it failed.
    return {
      text: `${head}\n[Cut: this is the beginning of ${bytes} bytes. The rest could not be saved: ${errorText(error)}]`,
    };
  }
  return { text: head, file, size: bytes };
}

/** The first characters of a text, without cutting a surrogate pair. */
export function firstCharacters(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  const isHalf = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, isHalf ? length - 1 : length);
}

/** Says that a text was cut, and where the rest is. */
export const cutNote = (file: string, size: number): string =>
  `[Cut: this is the beginning of ${size} bytes. All of it is in ${file}]`;
