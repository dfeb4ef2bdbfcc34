import { chmodSync, existsSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import {
  isObject,
  makeFolder,
  readJson,
  readText,
  statOf,
  troubleOf,
} from "@snaphook/engine/internal";
import { withMarkOf } from "../settings/byte-order-mark.ts";
import { setValue } from "../settings/edit-settings.ts";
import type { Recipe } from "./recipe.ts";

/** Thrown when a recipe cannot be added. Unless the disk fails, nothing has been written then. */
export class AddError extends Error {}

/** The files that were written. */
export interface Added {
  readonly settings: string;
  readonly files: readonly string[];
  readonly fixture: string;
}

const settingsPath = join(".claude", "settings.json");

/** Writes the files of a recipe into a project, and adds its hooks to the project's settings, after the others. */
export function addRecipe(recipe: Recipe, project: string): Added {
  const paths = Object.keys(recipe.files).filter((path) => path !== settingsPath);
  const taken = paths.find((path) => existsSync(join(project, path)));
  if (taken !== undefined)
    throw new AddError(`${taken} exists already; remove it, or choose another name`);
  const blocked = [...paths, settingsPath].flatMap(foldersOf).find((folder) => {
    const stats = statOf(join(project, folder));
    return stats !== undefined && !stats.isDirectory();
  });
  if (blocked !== undefined)
    throw new AddError(`${blocked} is a file, not a folder; move it away first`);
  const file = join(project, settingsPath);
  const settings = withHooks(file, recipe);
  try {
    for (const path of paths) writeNew(join(project, path), recipe.files[path] ?? "");
    makeFolder(dirname(file), 0o777);
    writeFileSync(file, withMarkOf(file, settings));
  } catch (error) {
    const { path = project } = error as NodeJS.ErrnoException;
    throw new AddError(`${path} cannot be written: ${troubleOf(error).message}`);
  }
  const fixture = paths.find((path) => path.includes(".hooktest.")) ?? "";
  return { settings: settingsPath, files: paths, fixture };
}

/** The folders above a path, as paths from the project. */
const foldersOf = (path: string): readonly string[] =>
  dirname(path) === "." ? [] : [...foldersOf(dirname(path)), dirname(path)];

function writeNew(file: string, text: string): void {
  makeFolder(dirname(file), 0o777);
  // Fails if the file appeared in the meantime.
  writeFileSync(file, text, { flag: "wx" });
  if (text.startsWith("#!")) chmodSync(file, 0o755);
}

function textOf(file: string): string {
  const found = readText(file);
  if (found.state === "unreadable")
    throw new AddError(`${file} cannot be read: ${found.message}; ${found.advice}`);
  return found.state === "absent" ? "{}\n" : found.text;
}

/** The text of the settings with the hooks of the recipe. */
function withHooks(file: string, { settings: { hooks } }: Recipe): string {
  let text = textOf(file);
  const read = readJson(file, text);
  if (!read.ok)
    throw new AddError(`${file}:${read.place.line}: ${read.message}; fix the file first`);
  const { value } = read.document;
  const existing = isObject(value) ? (value["hooks"] ?? {}) : undefined;
  if (!isObject(existing))
    throw new AddError(`${file} does not have hooks by event; run lint first`);
  for (const [event, groups] of Object.entries(hooks)) {
    const before = existing[event] ?? [];
    if (!Array.isArray(before))
      throw new AddError(`${file}: hooks.${event} is not a list; run lint first`);
    if (before.length === 0) text = setValue(text, ["hooks", event], groups);
    else
      for (const [index, group] of groups.entries())
        text = setValue(text, ["hooks", event, before.length + index], group);
  }
  return text;
}
