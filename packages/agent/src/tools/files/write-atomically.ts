import { randomUUID } from "node:crypto";
import { open, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { makeFolder } from "@snaphook/engine/internal";

/**
 * Writes a temporary file and renames it, so that no reader ever sees half of it. A link stays a link, and
 * the file keeps its mode. If that is not possible (the folder is not writable, the file has other hard
 * links), the file is overwritten in place.
 */
export async function writeAtomically(path: string, content: string | Buffer): Promise<void> {
  makeFolder(dirname(path), 0o777);
  const target = await realpath(path).catch(() => path);
  const found = await stat(target).catch(() => undefined);
  if (found && (!found.isFile() || found.nlink > 1)) return writeFile(target, content);
  const beside = join(dirname(target), `.${basename(target).slice(0, 100)}.${randomUUID()}.tmp`);
  try {
    const file = await open(beside, "wx", found ? found.mode & 0o7777 : 0o666);
    try {
      await file.writeFile(content);
      if (found) await file.chmod(found.mode & 0o7777);
    } finally {
      await file.close();
    }
    await rename(beside, target);
  } catch (error) {
    await rm(beside, { force: true }).catch(() => {});
    if (!refusals.has((error as NodeJS.ErrnoException).code ?? "")) throw error;
    await writeFile(target, content);
  }
}

/** The folder refuses a new file; the file itself may still be writable. */
const refusals: ReadonlySet<string> = new Set(["EACCES", "EPERM", "EROFS", "EBUSY"]);
