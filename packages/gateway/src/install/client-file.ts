import { readFile, stat } from "node:fs/promises";
import { realTarget, replaceFile } from "@snaphook/engine/internal";
import { ClientFileError } from "./rewrite-servers.ts";

/** Settings of a client are never larger. */
const maxBytes = 8 * 1024 * 1024;

/** The text of a client's file; undefined if there is none. */
export async function readClientFile(file: string): Promise<string | undefined> {
  const stats = await stat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return undefined;
    throw new ClientFileError(error.message);
  });
  if (stats === undefined) return undefined;
  if (!stats.isFile()) throw new ClientFileError("it is not a regular file");
  if (stats.size > maxBytes) throw new ClientFileError("it has more than 8 MB");
  return readFile(file, "utf8").catch((error: Error) => {
    throw new ClientFileError(error.message);
  });
}

/** Replaces a client's file at once: no reader sees half of it. A link keeps leading to the same file. */
export async function changeClientFile(file: string, text: string): Promise<void> {
  const target = realTarget(file);
  try {
    const { mode } = await stat(target);
    await replaceFile(target, text, { mode: mode & 0o777, exactly: true });
  } catch (error) {
    throw new ClientFileError(error instanceof Error ? error.message : String(error));
  }
}
