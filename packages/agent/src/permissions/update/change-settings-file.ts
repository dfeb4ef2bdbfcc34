import { readFile, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { makeFolder, realTarget, replaceFile } from "@snaphook/engine/internal";
import { errorText } from "../../error-text.ts";
import { isInside } from "../../is-inside.ts";
import { type JsonEdit, setJsonValue } from "./set-json-value.ts";

export interface SettingsChange {
  readonly file: string;
  /** The file may not lead out of this folder: a link of a project must not lead to the user's settings. */
  readonly within: string;
  /** Key below `permissions`. */
  readonly key: string;
  /** Returns the new value; throws an error with a message if the current one cannot be changed. */
  readonly change: (current: unknown) => unknown;
}

/** Settings are never larger. */
const maxBytes = 8 * 1024 * 1024;

/**
 * Changes one value of `permissions` in a settings file: everything else in it is unchanged, and the file is
 * replaced atomically. Returns why it could not be changed, if so.
 */
export async function changeSettingsFile(options: SettingsChange): Promise<string | undefined> {
  const { file, within, key, change } = options;
  const target = realTarget(file);
  if (!isInside(realTarget(within), target))
    return `${file} was not changed: it leads out of ${within}`;
  try {
    const current = await readCurrent(target);
    if ("problem" in current) return `${file} was not changed: ${current.problem}`;
    const edit: JsonEdit = setJsonValue(current.text, ["permissions", key], change);
    if (!edit.ok)
      return `${file} was not changed: ${edit.problem}; fix it, or add the rule by hand`;
    makeFolder(dirname(target), 0o777);
    const { mode = 0o644 } = current;
    await replaceFile(target, edit.text, { mode, exactly: current.mode !== undefined });
    return undefined;
  } catch (error) {
    return `${file} was not changed: ${errorText(error)}`;
  }
}

type CurrentFile =
  | { readonly text: string; readonly mode: number | undefined }
  | { readonly problem: string };

async function readCurrent(file: string): Promise<CurrentFile> {
  const stats = await stat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (stats === undefined) return { text: "{}\n", mode: undefined };
  if (!stats.isFile()) return { problem: "it is not a regular file" };
  if (stats.size > maxBytes)
    return { problem: "it is too large for a settings file (more than 8 MB)" };
  const text = await readFile(file, "utf8");
  return { text: text.trim() === "" ? "{}\n" : text, mode: stats.mode & 0o7777 };
}
