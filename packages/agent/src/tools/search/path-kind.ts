import { realpath, stat } from "node:fs/promises";
import { isInside } from "../../is-inside.ts";
import { systemFolders } from "./walk-files.ts";

/** What is at a path, or why it cannot be searched. */
export async function pathKind(path: string): Promise<"file" | "folder" | { problem: string }> {
  const found = await stat(path).catch((error: Error) => error);
  if (found instanceof Error) return { problem: `${path} cannot be searched: ${found.message}` };
  if (!found.isDirectory())
    return found.isFile() ? "file" : { problem: `${path} is neither a file nor a directory.` };
  const target = await realpath(path).catch(() => path);
  if (systemFolders.some((folder) => isInside(folder, target)))
    return {
      problem: `${path} is not searched, because the system makes these files while they are read.`,
    };
  return "folder";
}
