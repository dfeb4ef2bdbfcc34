import { createHash, randomUUID } from "node:crypto";
import { constants, statSync } from "node:fs";
import { access, mkdir, open, readFile, realpath, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { errorCode, identityOf, isSettled } from "./file-identity.ts";
import { withLock } from "./with-lock.ts";

/** Why a file cannot be used. */
export interface FileProblem {
  readonly file: string;
  /** What is wrong, as the rest of a sentence about the file: `is a directory`. */
  readonly found: string;
  readonly advice: string;
}

/** What a file says; the empty value and a problem when it cannot be used. */
interface Reading<Value> {
  readonly value: Value;
  readonly problem: FileProblem | undefined;
}

/** Whether a change is on disk. `keptCopy` is where a file that could not be understood was put first. */
export type Written =
  | { readonly ok: true; readonly keptCopy: string | undefined }
  | { readonly ok: false; readonly problem: FileProblem };

/** A JSON file of ours, outside every project. */
export interface PrivateJsonFile<Value> {
  /** Reads again only when the file's identity changed. */
  read(): Promise<Reading<Value>>;
  /** Changes what is on disk now, under a lock: changes of other processes are kept. */
  change(edit: (current: Value) => Promise<Value>): Promise<Written>;
}

/**
 * Opens a JSON file that only its owner may read.
 *
 * Contract: reading and changing never throw for what the disk holds; a file is always whole, because
 * it is replaced and never written into; a file that cannot be understood is copied before it is
 * replaced, one that cannot be read is left alone. `parse` answers undefined for a value of another shape.
 */
export function openPrivateJsonFile<Value>(options: {
  readonly file: string;
  readonly empty: Value;
  readonly parse: (json: unknown) => Value | undefined;
}): PrivateJsonFile<Value> {
  const { file, empty, parse } = options;
  let last: { readonly identity: string; readonly reading: Reading<Value> } | undefined;
  const unusable = (found: string, advice: string): Reading<Value> => ({
    value: empty,
    problem: { file, found, advice },
  });

  const absent = (): Reading<Value> =>
    isFile(dirname(file))
      ? unusable("cannot exist: its folder is a file", "move that file")
      : { value: empty, problem: undefined };

  async function read(): Promise<Reading<Value>> {
    try {
      // Synchronous: it is asked before every run, and a promise costs fifty times the call.
      const stats = statSync(file, { bigint: true, throwIfNoEntry: false });
      if (!stats) return absent();
      const identity = identityOf(stats);
      if (last?.identity === identity) return last.reading;
      const reading = stats.isFile()
        ? understand(await readFile(file, "utf8"))
        : unusable(stats.isDirectory() ? "is a directory" : "is not a regular file", "move it");
      last = isSettled(stats, Date.now()) ? { identity, reading } : undefined;
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

const isFile = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() === false;

/** Makes a folder that only its owner may enter; one that exists keeps its permissions. */
export async function makePrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await access(folder, constants.W_OK);
}

/** Replaces a file as a whole; only its owner may read it. A link stays a link, and an owner the owner. */
export async function writePrivately(file: string, content: string | Buffer): Promise<void> {
  const target = await realpath(file).catch(() => file);
  const present = await stat(target).catch(() => undefined);
  const draft = `${target}.${randomUUID()}.tmp`;
  try {
    const handle = await open(draft, "wx", 0o600);
    try {
      await handle.writeFile(content);
      // Root may write for somebody else, who must be able to read it afterwards.
      if (present && process.getuid?.() === 0) await handle.chown(present.uid, present.gid);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

const shortHash = (bytes: Buffer): string =>
  createHash("sha256").update(bytes).digest("hex").slice(0, 12);

const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error));
