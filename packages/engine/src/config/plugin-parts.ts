import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import { describeValue } from "@snaphook/protocol";
import type { Diagnostic, PluginPaths, SourcePlace } from "../stages/snapshot.ts";
import { isBelow } from "./is-below.ts";
import type { JsonDocument } from "./json-document.ts";

/** Parts of a plugin that are Markdown files, with the folder that each is in if the manifest names no other. */
const usualFolders = {
  commands: "commands",
  agents: "agents",
  skills: "skills",
  outputStyles: "output-styles",
} as const;

const partsOf = (pathsOf: (part: keyof PluginPaths) => readonly string[]): PluginPaths => ({
  commands: pathsOf("commands"),
  agents: pathsOf("agents"),
  skills: pathsOf("skills"),
  outputStyles: pathsOf("outputStyles"),
});

export const noPaths: PluginPaths = partsOf(() => []);

/** All places of the parts: the usual folders, then those that manifests name, each once. */
export const allPaths = (root: string, named: readonly PluginPaths[]): PluginPaths =>
  partsOf((part) => [
    ...new Set([join(root, usualFolders[part]), ...named.flatMap((paths) => paths[part])]),
  ]);

/** A file or folder that a manifest names, and where. */
export interface NamedPath {
  readonly path: string;
  readonly place: SourcePlace;
}

/** A value that is a path or a list of paths; undefined if it is something else. */
export function pathsNamed(
  document: JsonDocument,
  key: string,
  value: unknown,
): readonly NamedPath[] | undefined {
  if (value === undefined) return [];
  if (typeof value === "string") return [{ path: value, place: document.place([key]) }];
  if (!Array.isArray(value) || !value.every((path) => typeof path === "string")) return undefined;
  return value.map((path, index) => ({ path, place: document.place([key, index]) }));
}

/** Paths in a manifest are relative to the plugin's folder, or begin with the variable for it. */
export const inPlugin = (root: string, path: string): string =>
  resolve(root, path.replace(/^\$\{CLAUDE_PLUGIN_ROOT\}\/*/, "./"));

/** The places of Markdown parts that a manifest names. C5: one that cannot be used is reported. */
export function readPartPaths(
  document: JsonDocument,
  value: Readonly<Record<string, unknown>>,
  root: string,
): { readonly paths: PluginPaths; readonly diagnostics: readonly Diagnostic[] } {
  const diagnostics: Diagnostic[] = [];
  const pathsOf = (key: keyof PluginPaths): readonly string[] => {
    const named = pathsNamed(document, key, value[key]);
    if (named === undefined) {
      const message = `"${key}" must be a path or a list of paths, but is ${describeValue(value[key])}`;
      diagnostics.push(badPart(document.place([key]), message, `write "${key}": ["./FOLDER"]`));
    }
    return (named ?? []).flatMap(({ path, place }) => {
      const full = inPlugin(root, path);
      const problem = pathProblem(root, full);
      if (problem === undefined) return [full];
      diagnostics.push(badPart(place, `"${key}" names ${path}, ${problem}`, nameOther));
      return [];
    });
  };
  return { paths: partsOf(pathsOf), diagnostics };
}

const nameOther = "name an existing file or folder inside the plugin, relative to its root";

function pathProblem(root: string, path: string): string | undefined {
  if (path !== root && !isBelow(root, path)) return "which is outside the plugin";
  return statSync(path, { throwIfNoEntry: false }) ? undefined : "which does not exist";
}

const badPart = (place: SourcePlace, message: string, advice: string): Diagnostic => ({
  code: "bad-plugin-part",
  level: "error",
  place,
  message,
  advice,
});
