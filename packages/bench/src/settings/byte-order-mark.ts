import { closeSync, openSync, readSync } from "node:fs";

const mark = "\uFEFF";

/** A new text for a file, with the byte order mark that the file begins with: readers leave it out. */
export const withMarkOf = (file: string, text: string): string =>
  hasMark(file) && !text.startsWith(mark) ? mark + text : text;

function hasMark(file: string): boolean {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, "r");
    const bytes = Buffer.alloc(3);
    readSync(descriptor, bytes);
    return bytes.equals(Buffer.from(mark));
  } catch {
    // There is no such file yet, or writing it will say what is wrong.
    return false;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
