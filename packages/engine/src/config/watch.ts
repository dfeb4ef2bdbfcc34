import { realpath } from "node:fs/promises";
import { isAbsolute, join, relative, resolve } from "node:path";
import { isObject } from "../is-object.ts";
import { findInstalledPlugins, installedListFile } from "./installed-plugins.ts";
import { readJson } from "./json-document.ts";
import { filesNamed } from "./read-manifest.ts";
import { readText } from "./read-text.ts";
import { type ResolvedSources, settingsFiles } from "./sources.ts";

/**
 * Calls back when a settings file, skill, agent or plugin may have changed; the
 * returned function ends the watch. A path need not exist yet. The watch does not
 * keep the process running.
 */
export async function watchSources(
  sources: ResolvedSources,
  onChange: () => void,
): Promise<() => Promise<void>> {
  const { watch } = await import("chokidar");
  const root = await realpath(sources.cwd).catch(() => sources.cwd);
  const files = [
    ...settingsFiles(sources, root).map(({ file }) => file),
    installedListFile(sources.configFolder),
  ];
  const { plugins } = await findInstalledPlugins(sources.configFolder, root);
  const pluginFolders = [...sources.pluginDirectories, ...plugins.map(({ folder }) => folder)];
  const folders = [
    ...[join(root, ".claude"), sources.configFolder].flatMap((base) => [
      join(base, "skills"),
      join(base, "commands"),
      join(base, "agents"),
    ]),
    ...pluginFolders.flatMap((folder) => [join(folder, ".claude-plugin"), join(folder, "hooks")]),
  ];
  const named = () => pluginFolders.flatMap(filesOfManifest);
  const watcher = watch([...files, ...folders, ...named()], {
    ignoreInitial: true,
    persistent: false,
    depth: 2,
    ignorePermissionErrors: true,
  });
  const ready = new Promise<void>((resolve) => watcher.once("ready", () => resolve()));
  watcher.on("all", (_event, path) => {
    onChange();
    if (path.endsWith("plugin.json")) watcher.add(named());
  });
  // What cannot be watched may have changed.
  watcher.on("error", () => onChange());
  await ready;
  return () => watcher.close();
}

/** The hooks files inside a plugin that its manifest names. */
function filesOfManifest(folder: string): readonly string[] {
  const file = join(folder, ".claude-plugin", "plugin.json");
  const read = readText(file);
  const json = read.state === "text" ? readJson(file, read.text) : undefined;
  if (!json?.ok || !isObject(json.document.value)) return [];
  return filesNamed(json.document, json.document.value["hooks"])
    .map(({ path }) => resolve(folder, path))
    .filter((path) => {
      const way = relative(folder, path);
      return !way.startsWith("..") && !isAbsolute(way);
    });
}
