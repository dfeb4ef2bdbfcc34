import { realpath } from "node:fs/promises";
import { join } from "node:path";
import { type ResolvedSources, settingsFiles } from "./sources.ts";

/** Calls back when a settings file, skill or agent may have changed; the answer ends the watch. */
export async function watchSources(
  sources: ResolvedSources,
  onChange: () => void,
): Promise<() => Promise<void>> {
  const { watch } = await import("chokidar");
  const root = await realpath(sources.cwd).catch(() => sources.cwd);
  const files = settingsFiles(sources, root).map(({ file }) => file);
  const folders = [root, sources.home].flatMap((base) =>
    ["skills", "agents"].map((name) => join(base, ".claude", name)),
  );
  const watcher = watch([...files, ...folders], {
    ignoreInitial: true,
    persistent: false,
    depth: 2,
    ignorePermissionErrors: true,
  });
  watcher.on("all", onChange);
  watcher.on("error", onChange);
  await new Promise<void>((resolve) => watcher.once("ready", () => resolve()));
  return () => watcher.close();
}
