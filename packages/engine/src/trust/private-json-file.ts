import { createHash } from "node:crypto";
import { constants, statSync } from "node:fs";
import { access, readFile, realpath, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { replaceFile } from "../replace-file.ts";
import { statOf } from "../stat-of.ts";
import { errorCode, identityOf, isStable } from "./file-identity.ts";
import { makeFolder } from "./make-folder.ts";
import { withLock } from "./with-lock.ts";

/** Why a file cannot be used. */
export interface FileProblem {
  readonly file: string;
  /** What is wrong, as the rest of a sentence about the file: `is a directory`. */
  readonly found: string;
  readonly advice: string;
}

/** The content of a file; the empty value and a problem if it cannot be used. */
interface Reading<Value> {
  readonly value: Value;
  readonly problem: FileProblem | undefined;
}

/** Whether a change was written. `keptCopy` is the copy of a file that could not be parsed and was replaced. */
export type Written =
  | { readonly ok: true; readonly keptCopy: string | undefined }
  | { readonly ok: false; readonly problem: FileProblem };

/** A JSON file that belongs to the engine, outside every project. */
export interface PrivateJsonFile<Value> {
  /** Reads again only when the file's identity changed. */
  read(): Promise<Reading<Value>>;
  /** Edits the current content under a lock, so that changes of other processes are kept. */
  change(edit: (current: Value) => Promise<Value>): Promise<Written>;
}

/**
 * Opens a JSON file that only its owner may read.
 *
 * Contract: reading and changing never throw for what is on disk; a file is always complete, because
 * it is replaced as a whole; a file that cannot be parsed is copied before it is replaced, and one
 * that cannot be read is not touched. `parse` returns undefined for a value of another shape.
 */
export function openPrivateJsonFile<Value>(options: {
  readonly file: string;
  readonly empty: Value;
  readonly parse: (json: unknown) => Value | undefined;
  /** A file that was read and then removed is a problem, not an empty one. */
  readonly removalIsProblem?: boolean;
}): PrivateJsonFile<Value> {
  const { file, empty, parse, removalIsProblem = false } = options;
  let wasRead = false;
  let last: { readonly identity: string; readonly reading: Reading<Value> } | undefined;
  const unusable = (found: string, advice: string): Reading<Value> => ({
    value: empty,
    problem: { file, found, advice },
  });

  const absent = (): Reading<Value> => {
    if (isFile(dirname(file)))
      return unusable("cannot exist: its folder is a file", "move that file");
    if (removalIsProblem && wasRead)
      return unusable("was removed after it was read", "restore it, or start again");
    return { value: empty, problem: undefined };
  };

  async function read(): Promise<Reading<Value>> {
    try {
      // Synchronous: this happens before every run, and a promise costs fifty times the call.
      const stats = statSync(file, { bigint: true, throwIfNoEntry: false });
      if (!stats) return absent();
      const identity = identityOf(stats);
      if (last?.identity === identity) return last.reading;
      const reading = stats.isFile()
        ? understand(await readFile(file, "utf8"))
        : unusable(stats.isDirectory() ? "is a directory" : "is not a regular file", "move it");
      wasRead = true;
      last = isStable(stats, Date.now()) ? { identity, reading } : undefined;
      return reading;
    } catch (error) {
      return unusable(`cannot be read: ${reason(error)}`, "make it readable, or move it");
    }
  }

  function understand(text: string): Reading<Value> {
    const advice = "repair or move it; the next change saves a copy next to it and starts over";
    try {
      const value = parse(JSON.parse(text));
      if (value !== undefined) return { value, problem: undefined };
      return unusable("has JSON of an unknown shape or a newer version", advice);
    } catch (error) {
      return unusable(`is not JSON: ${reason(error)}`, advice);
    }
  }

  async function change(edit: (current: Value) => Promise<Value>): Promise<Written> {
    try {
      await makePrivateFolder(dirname(file));
      return await withLock(file, async () => {
        last = undefined;
        wasRead = false;
        const { value, problem } = await read();
        const bytes = problem ? await readFile(file) : undefined; // Throws for what cannot be read.
        const keptCopy = bytes && `${file}.broken-${shortHash(bytes)}`;
        if (keptCopy) await writePrivately(keptCopy, bytes);
        await writePrivately(file, `${JSON.stringify(await edit(value), null, 2)}\n`);
        return { ok: true, keptCopy };
      });
    } catch (error) {
      if (errorCode(error) === undefined) throw error;
      const advice = `make ${file} and its folder writable; if ${file}.lock was left behind, remove it`;
      return {
        ok: false,
        problem: { file, found: `could not be written: ${reason(error)}`, advice },
      };
    }
  }

  return { read, change };
}

const isFile = (path: string): boolean => statOf(path)?.isDirectory() === false;

/** Makes a folder that only its owner can enter; an existing one keeps its permissions. */
export async function makePrivateFolder(folder: string): Promise<void> {
  makeFolder(folder);
  await access(folder, constants.W_OK);
}

/** Replaces a whole file, readable only by its owner. A link stays a link, and the owner stays the same. */
export async function writePrivately(file: string, content: string | Buffer): Promise<void> {
  const target = await realpath(file).catch(() => file);
  const present = await stat(target).catch(() => undefined);
  // Root may write a file of another user, who must still be able to read it.
  const owner = process.getuid?.() === 0 ? present : undefined;
  await replaceFile(target, content, { mode: 0o600, owner });
}

const shortHash = (bytes: Buffer): string =>
  createHash("sha256").update(bytes).digest("hex").slice(0, 12);

const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error));
