import { appendFileSync, closeSync, fstatSync, mkdirSync, openSync, readSync } from "node:fs";
import { appendFile, chmod, mkdir, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";

export interface RotatingFileOptions {
  /** A file that would grow longer is put aside. Default: 10 MiB. */
  readonly maxBytes?: number;
  /** How many files there are at most, the one being written included. Default: 5. */
  readonly maxFiles?: number;
}

/** A file that only its owner reads, put aside as `file.1`, `file.2` … when it is full. */
export interface RotatingFile {
  append(lines: readonly string[]): Promise<void>;
  /**
   * For the end of the process: at once, and without putting anything aside.
   * `unsure` are lines of an `append` that has not ended; those already in the file stay single.
   */
  appendNow(lines: readonly string[], unsure: readonly string[]): void;
}

const folderMode = { recursive: true, mode: 0o700 } as const;
const fileMode = { mode: 0o600 } as const;

export function rotatingFile(
  file: string,
  { maxBytes = 10 * 1024 * 1024, maxFiles = 5 }: RotatingFileOptions,
): RotatingFile {
  const name = (index: number) => (index === 0 ? file : `${file}.${index}`);

  async function putAside(): Promise<void> {
    await rm(name(maxFiles - 1), { force: true });
    for (let index = maxFiles - 2; index >= 0; index--)
      // Another process may be about the same; what is gone is put aside already.
      await rename(name(index), name(index + 1)).catch(() => {});
  }

  return {
    async append(lines) {
      await mkdir(dirname(file), folderMode);
      let size = await privateSize(file);
      let part = "";
      for (const line of lines) {
        const bytes = Buffer.byteLength(line);
        if (size !== undefined && size > 0 && size + bytes > maxBytes) {
          if (part !== "") await appendFile(file, part, fileMode);
          await putAside();
          [part, size] = ["", 0];
        }
        part += line;
        if (size !== undefined) size += bytes;
      }
      await appendFile(file, part, fileMode);
    },
    appendNow(lines, unsure) {
      mkdirSync(dirname(file), folderMode);
      const end = unsure.length === 0 ? "" : endOf(file, Buffer.byteLength(unsure.join("")));
      const missing = unsure.filter((line) => !end.includes(line));
      appendFileSync(file, [...missing, ...lines].join(""), fileMode);
    },
  };
}

/** The size of a file that is made private if it was not; undefined: no regular file, never full. */
async function privateSize(file: string): Promise<number | undefined> {
  const stats = await stat(file).catch(() => undefined);
  if (!stats) return 0;
  if (!stats.isFile()) return undefined;
  if ((stats.mode & 0o077) !== 0) await chmod(file, 0o600);
  return stats.size;
}

/** The last bytes of a file. */
function endOf(file: string, bytes: number): string {
  const descriptor = openSync(file, "a+", fileMode.mode);
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
