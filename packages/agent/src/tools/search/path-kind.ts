import { stat } from "node:fs/promises";

/** What is at a path, or why it cannot be searched. */
export async function pathKind(path: string): Promise<"file" | "folder" | { problem: string }> {
  const found = await stat(path).catch((error: Error) => error);
  if (found instanceof Error) return { problem: `${path} cannot be searched: ${found.message}` };
  if (found.isDirectory()) return "folder";
  return found.isFile() ? "file" : { problem: `${path} is neither a file nor a directory.` };
}
