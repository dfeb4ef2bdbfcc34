import { randomUUID } from "node:crypto";
import { appendFile, copyFile, lstat, readFile, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isObject, makeFolder } from "@snaphook/engine/internal";
import { structuredPatch } from "../tools/files/structured-patch.ts";

/** What putting files back changes, or would change. */
export interface RewoundFiles {
  readonly files: readonly string[];
  readonly insertions: number;
  readonly deletions: number;
}

/** Copies of files from before tools changed them, by the message that led to the change. */
export interface FileCheckpoints {
  /** A message arrived. */
  begin(messageId: string): Promise<void>;
  /** A tool is about to change a file. */
  keep(path: string): Promise<void>;
  /** Puts the files back as they were before a message. Rejects if the message is not known. */
  rewind(messageId: string, dryRun: boolean): Promise<RewoundFiles>;
}

/** A line of the index: a message, or a copy. `copy` is null if the file did not exist. */
interface Kept {
  readonly message: string;
  readonly path?: string;
  readonly copy?: string | null;
}

/** They are kept in the session's folder, so that a session that continues has them too. */
export function createFileCheckpoints(sessionFolder: string): FileCheckpoints {
  const folder = join(sessionFolder, "checkpoints");
  const index = join(folder, "index.jsonl");
  const kept = new Set<string>();
  let message: string | undefined;
  const note = async (line: Kept) => {
    makeFolder(folder);
    await appendFile(index, `${JSON.stringify(line)}\n`, { mode: 0o600 });
  };
  return {
    async begin(id) {
      message = id;
      kept.clear();
      await note({ message: id });
    },
    async keep(path) {
      if (message === undefined || kept.has(path)) return;
      kept.add(path);
      const facts = await stat(path).catch(() => undefined);
      if (facts && !facts.isFile()) return;
      const copy = facts ? join(folder, randomUUID()) : null;
      makeFolder(folder);
      if (copy !== null) await copyFile(path, copy);
      await note({ message, path, copy });
    },
    async rewind(messageId, dryRun) {
      const lines = await readIndex(index);
      const start = lines.findIndex((line) => line.message === messageId);
      if (start < 0) throw new Error(`no message ${messageId} is known in this session`);
      const first = new Map<string, string | null>();
      for (const { path, copy } of lines.slice(start))
        if (path !== undefined && copy !== undefined && !first.has(path)) first.set(path, copy);
      const changes = await Promise.all([...first].map(([path, copy]) => changeOf(path, copy)));
      const changed = changes.filter(({ lines: count }) => count > 0);
      if (!dryRun) for (const { path, copy } of changed) await putBack(path, copy);
      return {
        files: changed.map(({ path }) => path),
        insertions: changed.reduce((sum, { insertions }) => sum + insertions, 0),
        deletions: changed.reduce((sum, { deletions }) => sum + deletions, 0),
      };
    },
  };
}

async function readIndex(file: string): Promise<readonly Kept[]> {
  const text = await readFile(file, "utf8").catch(() => "");
  return text.split("\n").flatMap((line) => {
    try {
      const value: unknown = JSON.parse(line);
      return isObject(value) && typeof value["message"] === "string"
        ? [value as unknown as Kept]
        : [];
    } catch {
      return [];
    }
  });
}

/** Something else in the place of a file is left alone: a link could lead anywhere. */
const isReplaced = async (path: string): Promise<boolean> => {
  const facts = await lstat(path).catch(() => undefined);
  return facts !== undefined && !facts.isFile();
};

async function changeOf(path: string, copy: string | null) {
  if (await isReplaced(path)) return { path, copy, lines: 0, insertions: 0, deletions: 0 };
  const now = await readFile(path).catch(() => undefined);
  const before = copy === null ? undefined : await readFile(copy);
  const isSame = now === undefined ? before === undefined : before?.equals(now) === true;
  if (isSame) return { path, copy, lines: 0, insertions: 0, deletions: 0 };
  const hunks = structuredPatch(now?.toString() ?? "", before?.toString() ?? "");
  const all = hunks.flatMap(({ lines }) => lines);
  const insertions = all.filter((line) => line.startsWith("+")).length;
  const deletions = all.filter((line) => line.startsWith("-")).length;
  return { path, copy, lines: Math.max(1, all.length), insertions, deletions };
}

async function putBack(path: string, copy: string | null): Promise<void> {
  if (copy === null) return rm(path, { force: true });
  makeFolder(dirname(path));
  await copyFile(copy, path);
}
