import { existsSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ResolvedSources } from "../config/sources.ts";

/** C1: settings files in parent folders, nearest first. They are not loaded, which surprises people who start in a subfolder. */
export function parentSettings({ cwd, home, settingSources }: ResolvedSources): readonly string[] {
  const names = [
    ...(settingSources.includes("project") ? ["settings.json"] : []),
    ...(settingSources.includes("local") ? ["settings.local.json"] : []),
  ];
  return parentsOf(real(cwd))
    .filter((folder) => folder !== real(home))
    .flatMap((folder) => names.map((name) => join(folder, ".claude", name)))
    .filter((file) => existsSync(file));
}

function parentsOf(folder: string): readonly string[] {
  const parent = dirname(folder);
  return parent === folder ? [] : [parent, ...parentsOf(parent)];
}

function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
