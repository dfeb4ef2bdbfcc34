import { isUtf8 } from "node:buffer";
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { dirname } from "node:path";
import { statOf } from "../stat-of.ts";

/** More than any settings file needs; a larger file is a mistake. */
const sizeLimit = 4 * 1024 * 1024;

/** What is wrong with a file, and what to do. */
export interface FileTrouble {
  readonly message: string;
  readonly advice: string;
}

export type ReadText =
  | { readonly state: "text"; readonly text: string }
  | { readonly state: "absent" }
  | ({ readonly state: "unreadable" } & FileTrouble);

/**
 * Reads a text file. A FIFO, a folder, a huge file or one that is not UTF-8 is
 * reported, not thrown. A byte order mark is removed.
 *
 * Synchronous, because every step in the background takes longer than to read a small file at once. Find its real
 * path first: that waits for a slow disk in the background.
 */
export function readText(file: string): ReadText {
  let descriptor: number | undefined;
  try {
    // Without O_NONBLOCK, opening a FIFO waits for a writer.
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
    return readDescriptor(descriptor);
  } catch (error) {
    return isAbsent(error, file) ? { state: "absent" } : unreadable(troubleOf(error));
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** Whether nothing is there, and nothing is in the way of a file: below a device such as HOME=/dev/null no one expects one. */
export function isAbsent(error: unknown, path: string): boolean {
  const code = codeOf(error);
  return code === "ENOENT" || (code === "ENOTDIR" && isBelowDevice(path));
}

function isBelowDevice(path: string): boolean {
  const parent = dirname(path);
  const facts = statOf(parent);
  return facts === undefined
    ? parent !== path && isBelowDevice(parent)
    : !facts.isFile() && !facts.isDirectory();
}

function readDescriptor(descriptor: number): ReadText {
  const facts = fstatSync(descriptor);
  if (facts.isDirectory()) return unreadable(troubles.EISDIR);
  if (!facts.isFile()) return unreadable(troubles.ENXIO);
  if (facts.size > sizeLimit) return tooLarge(`it is ${Math.ceil(facts.size / 1024 / 1024)} MiB`);
  const bytes = readUpTo(descriptor, sizeLimit + 1, facts.size);
  if (bytes.length > sizeLimit) return tooLarge("it has no end");
  return decode(bytes);
}

/** Reads until the end or the limit: some files, as in /proc, report size 0 but are not empty. */
function readUpTo(descriptor: number, limit: number, size: number): Buffer {
  const parts: Buffer[] = [];
  for (let left = limit; left > 0; ) {
    const length = Math.min(left, parts.length === 0 && size > 0 ? size + 1 : 64 * 1024);
    const buffer = Buffer.allocUnsafe(length);
    const count = readSync(descriptor, buffer);
    if (count === 0) break;
    parts.push(buffer.subarray(0, count));
    left -= count;
    if (size > 0 && count < length) break;
  }
  return Buffer.concat(parts);
}

function decode(bytes: Buffer): ReadText {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    return unreadable({ message: "it is UTF-16", advice: "save it as UTF-8" });
  if (bytes.includes(0))
    return unreadable({ message: "it is binary", advice: "replace it with a text file" });
  if (!isUtf8(bytes))
    return unreadable({
      message: `it is not UTF-8: see line ${firstBadLine(bytes)}`,
      advice: "save it as UTF-8",
    });
  return { state: "text", text: bytes.toString("utf8").replace(/^\uFEFF/, "") };
}

/** The line, counted from 1, on which bytes stop being UTF-8. No character has a line feed inside. */
function firstBadLine(bytes: Buffer): number {
  let line = 1;
  for (let start = 0; start < bytes.length; line++) {
    const feed = bytes.indexOf(0x0a, start);
    const end = feed < 0 ? bytes.length : feed + 1;
    if (!isUtf8(bytes.subarray(start, end))) break;
    start = end;
  }
  return line;
}

const tooLarge = (found: string): ReadText =>
  unreadable({
    message: `${found}; at most ${sizeLimit / 1024 / 1024} MiB is allowed`,
    advice: "move anything that is not settings to another file",
  });

const notAFile = "replace it with a text file";
const denied = { message: "permission denied", advice: "make it readable for your user" };
const troubles = {
  ENOENT: { message: "there is no such file", advice: "check the path" },
  EACCES: denied,
  EPERM: denied,
  EISDIR: { message: "it is a directory", advice: notAFile },
  ELOOP: { message: "its symbolic links form a loop", advice: "remove the link" },
  ENAMETOOLONG: { message: "its name is too long", advice: "give it a shorter name" },
  ENOTDIR: {
    message: "part of its path is a file, not a folder",
    advice: "replace that file with a folder, or remove it",
  },
  ENXIO: { message: "it is not a regular file", advice: notAFile },
} as const;

/** A file system error in words, without the path. */
export function troubleOf(error: unknown): FileTrouble {
  const code = codeOf(error);
  const known: Readonly<Record<string, FileTrouble>> = troubles;
  return (
    (Object.hasOwn(known, code) ? known[code] : undefined) ?? {
      message: `it cannot be read (${code || String(error).slice(0, 200)})`,
      advice: "make it a readable file",
    }
  );
}

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error ? String(error.code) : "";

const unreadable = ({ message, advice }: FileTrouble): ReadText => ({
  state: "unreadable",
  message,
  advice,
});
