import { constants } from "node:fs";
import { open } from "node:fs/promises";

/** More than any settings file needs; a larger file is a mistake. */
const sizeLimit = 4 * 1024 * 1024;

export type ReadText =
  | { readonly state: "text"; readonly text: string }
  | { readonly state: "absent" }
  | { readonly state: "unreadable"; readonly message: string; readonly advice: string };

/** Reads a settings file without trusting that it is one: a FIFO, a folder or a huge file is an answer. */
export async function readText(file: string): Promise<ReadText> {
  let handle: Awaited<ReturnType<typeof open>>;
  try {
    handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    const code = codeOf(error);
    if (code === "ENOENT" || code === "ENOTDIR") return { state: "absent" };
    return unreadable(problems[code] ?? [String(error), "make it a readable file"]);
  }
  try {
    const { size, ...stat } = await handle.stat().then((facts) => ({
      size: facts.size,
      isFile: facts.isFile(),
      isDirectory: facts.isDirectory(),
    }));
    if (stat.isDirectory) return unreadable(["it is a directory", "put a JSON file in its place"]);
    if (!stat.isFile)
      return unreadable(["it is not a regular file", "put a JSON file in its place"]);
    if (size > sizeLimit)
      return unreadable([
        `it has ${Math.round(size / 1024 / 1024)} MiB; settings may have ${sizeLimit / 1024 / 1024}`,
        "move whatever is not settings elsewhere",
      ]);
    const bytes = await handle.readFile();
    if (bytes.includes(0)) return unreadable(["it is binary", "write JSON as UTF-8 text"]);
    return { state: "text", text: bytes.toString("utf8").replace(/^\uFEFF/, "") };
  } catch (error) {
    return unreadable([String(error), "make it a readable file"]);
  } finally {
    await handle.close();
  }
}

const problems: Readonly<Record<string, readonly [string, string]>> = {
  EACCES: ["permission denied", "make it readable for you"],
  EPERM: ["permission denied", "make it readable for you"],
  ELOOP: ["its symbolic links lead in a circle", "remove the link"],
  ENXIO: ["it is not a regular file", "put a JSON file in its place"],
};

const unreadable = ([message, advice]: readonly [string, string]): ReadText => ({
  state: "unreadable",
  message,
  advice,
});

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error ? String(error.code) : "";
