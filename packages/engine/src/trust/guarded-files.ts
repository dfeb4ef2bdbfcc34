import { stat } from "node:fs/promises";
import type { ConfiguredHook, Snapshot } from "../stages/snapshot.ts";
import { possiblePaths } from "./script-files.ts";
import { subjectOfHook } from "./trust-subjects.ts";

/**
 * T5: files that determine what hooks do: every possible settings file, existing or not, and the
 * scripts that hook commands name. For a hook without a root, paths are relative to the project.
 */
export async function guardedFiles(
  { files, hooks }: Snapshot,
  projectDirectory: string,
): Promise<readonly string[]> {
  const scripts = await Promise.all(hooks.map((hook) => scriptsOf(hook, projectDirectory)));
  return [...new Set([...files.map(({ file }) => file), ...scripts.flat()])];
}

async function scriptsOf(
  hook: ConfiguredHook,
  projectDirectory: string,
): Promise<readonly string[]> {
  const paths = await namedPaths(hook, projectDirectory);
  const present = await Promise.all(paths.map(isFile));
  return paths.filter((_path, index) => present[index]);
}

/** Each command is parsed once per hook; whether its files exist is checked each time. */
const known = new WeakMap<
  ConfiguredHook,
  { readonly projectDirectory: string; readonly paths: Promise<readonly string[]> }
>();

function namedPaths(hook: ConfiguredHook, projectDirectory: string): Promise<readonly string[]> {
  const before = known.get(hook);
  if (before?.projectDirectory === projectDirectory) return before.paths;
  const subject = subjectOfHook(hook);
  const root = subject.root || projectDirectory;
  const paths = possiblePaths({ ...subject, root }, { projectDirectory });
  known.set(hook, { projectDirectory, paths });
  return paths;
}

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
