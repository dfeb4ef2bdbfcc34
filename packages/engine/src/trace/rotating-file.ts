import { appendFile, appendFileSync, closeSync, fstatSync, openSync, readSync } from "node:fs";
import { chmod, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { openToAppend } from "../open-at-once.ts";
import { makeFolder } from "../trust/make-folder.ts";

export interface RotatingFileOptions {
  /** The file is rotated before it grows beyond this. Default: 10 MiB. */
  readonly maxBytes?: number;
  /** Maximum number of files, including the current one. Default: 5. */
  readonly maxFiles?: number;
}

/** A file that only its owner can read; when full it is renamed to `file.1`, `file.2` … */
export interface RotatingFile {
  append(lines: readonly string[]): Promise<void>;
  /**
   * For the end of the process: synchronous, and without rotation. `unsure` are lines of an
   * unfinished `append`; those already in the file are not written again.
   */
  appendNow(lines: readonly string[], unsure: readonly string[]): void;
}

const privateMode = 0o600;

export function rotatingFile(
  file: string,
  { maxBytes = 10 * 1024 * 1024, maxFiles = 5 }: RotatingFileOptions,
): RotatingFile {
  const name = (index: number) => (index === 0 ? file : `${file}.${index}`);

  async function rotate(): Promise<void> {
    await rm(name(maxFiles - 1), { force: true });
    for (let index = maxFiles - 2; index >= 0; index--)
      // Another process may be rotating too; a file that is gone has been renamed already.
      await rename(name(index), name(index + 1)).catch(() => {});
  }

  return {
    async append(lines) {
      makeFolder(dirname(file));
      let size = await privateSize(file);
      let part = "";
      for (const line of lines) {
        const bytes = Buffer.byteLength(line);
        if (size !== undefined && size > 0 && size + bytes > maxBytes) {
          if (part !== "") await appendText(file, part);
          await rotate();
          [part, size] = ["", 0];
        }
        part += line;
        if (size !== undefined) size += bytes;
      }
      await appendText(file, part);
    },
    appendNow(lines, unsure) {
      makeFolder(dirname(file));
      const end = unsure.length === 0 ? "" : endOf(file, Buffer.byteLength(unsure.join("")));
      const missing = unsure.filter((line) => !end.includes(line));
      const descriptor = openToAppend(file, privateMode);
      try {
        appendFileSync(descriptor, [...missing, ...lines].join(""));
      } finally {
        closeSync(descriptor);
      }
    },
  };
}

async function appendText(file: string, text: string): Promise<void> {
  const descriptor = openToAppend(file, privateMode);
  try {
    await promisify(appendFile)(descriptor, text);
  } finally {
    closeSync(descriptor);
  }
}

/** Makes a file private and returns its size; undefined if it is not a regular file, which is never full. */
async function privateSize(file: string): Promise<number | undefined> {
  const stats = await stat(file).catch(() => undefined);
  if (!stats) return 0;
  if (!stats.isFile()) return undefined;
  if ((stats.mode & 0o077) !== 0) await chmod(file, 0o600);
  return stats.size;
}

/** The last bytes of a file. */
function endOf(file: string, bytes: number): string {
  const descriptor = openSync(file, "a+", privateMode);
  try {
    const { size } = fstatSync(descriptor);
    const length = Math.min(bytes, size);
    const end = Buffer.alloc(length);
    readSync(descriptor, end, 0, length, size - length);
    return end.toString("utf8");
  } finally {
    closeSync(descriptor);
  }
}
