import { realpath } from "node:fs/promises";
import { join } from "node:path";
import { type ResolvedSources, settingsFiles } from "./sources.ts";

/**
 * Calls back when a settings file, skill, agent or plugin may have changed;
 * the answer ends the watch. A path need not exist yet. The watch alone does
 * not keep the process running.
 */
export async function watchSources(
  sources: ResolvedSources,
  onChange: () => void,
): Promise<() => Promise<void>> {
  const { watch } = await import("chokidar");
  const root = await realpath(sources.cwd).catch(() => sources.cwd);
  const files = settingsFiles(sources, root).map(({ file }) => file);
  const folders = [
    ...[root, sources.home].flatMap((base) => [
      join(base, ".claude", "skills"),
      join(base, ".claude", "agents"),
    ]),
    ...sources.pluginDirectories.flatMap((folder) => [
      join(folder, ".claude-plugin"),
      join(folder, "hooks"),
    ]),
  ];
  const watcher = watch([...files, ...folders], {
    ignoreInitial: true,
    persistent: false,
    depth: 2,
    ignorePermissionErrors: true,
  });
  const ready = new Promise<void>((resolve) => watcher.once("ready", () => resolve()));
  watcher.on("all", () => onChange());
  // Something that cannot be watched may have changed.
  watcher.on("error", () => onChange());
  await ready;
  return () => watcher.close();
}
