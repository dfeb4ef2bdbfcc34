import { readdir, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { nearestName } from "@snaphook/engine/internal";

/** The largest file that is read. */
const maxFileSize = 32 * 1024 * 1024;

/** Why a path cannot be read as a file, and what to do instead; undefined if it can. */
export async function fileProblem(path: string): Promise<string | undefined> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => error);
  if (found instanceof Error) return couldNotLook(path, found);
  if (found.isDirectory()) return `${path} is a directory. Use Glob or ls to list what is in it.`;
  if (!found.isFile()) return `${path} is a device, pipe or socket, not a regular file.`;
  if (found.size > maxFileSize)
    return `${path} is too large (${found.size} bytes). Use Grep to search it, or head, tail or sed -n to show parts of it.`;
  return undefined;
}

async function couldNotLook(path: string, error: NodeJS.ErrnoException): Promise<string> {
  if (error.code !== "ENOENT" && error.code !== "ENOTDIR")
    return `${path} cannot be read: ${error.message}`;
  const folder = dirname(path);
  const names = await readdir(folder).catch(() => undefined);
  // The model knows the path it gave; a similar name helps more.
  if (names === undefined) return "The file does not exist, and neither does its folder.";
  const nearest = nearestName(basename(path), names) ?? sameStem(basename(path), names);
  const hint = nearest === undefined ? "" : ` Did you mean ${join(folder, nearest)}?`;
  return `The file does not exist.${hint}`;
}

/** The same name with another ending. */
function sameStem(name: string, names: readonly string[]): string | undefined {
  const stem = withoutEnding(name);
  return names.find((other) => other !== name && withoutEnding(other) === stem);
}

const withoutEnding = (name: string): string => name.replace(/(?<=.)\.[^.]*$/, "");
