import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isObject, makeFolder, readJson } from "@snaphook/engine/internal";
import { setValue } from "../settings/edit-settings.ts";
import type { Recipe } from "./recipe.ts";

/** Thrown when a recipe cannot be added; nothing has been written then. */
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
  const file = join(project, settingsPath);
  const settings = withHooks(file, recipe);
  for (const path of paths) writeNew(join(project, path), recipe.files[path] ?? "");
  makeFolder(dirname(file), 0o777);
  writeFileSync(file, settings);
  const fixture = paths.find((path) => path.includes(".hooktest.")) ?? "";
  return { settings: settingsPath, files: paths, fixture };
}

function writeNew(file: string, text: string): void {
  makeFolder(dirname(file), 0o777);
  // Fails if the file appeared in the meantime.
  writeFileSync(file, text, { flag: "wx" });
  if (text.startsWith("#!")) chmodSync(file, 0o755);
}

/** The text of the settings with the hooks of the recipe. */
function withHooks(file: string, { settings: { hooks } }: Recipe): string {
  let text = existsSync(file) ? readFileSync(file, "utf8") : "{}\n";
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
