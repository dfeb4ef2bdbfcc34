import { statSync } from "node:fs";
import { basename, join } from "node:path";
import type { Origin } from "../stages/snapshot.ts";
import { partsOf } from "./plugin-id.ts";
import { allPaths } from "./plugin-parts.ts";
import { readPluginCommands } from "./read-front-matter.ts";
import { readManifest, readMarketplaceEntry } from "./read-manifest.ts";
import { readHooksFiles, readServerFiles, realPath } from "./read-plugin-files.ts";
import { failed, type ReadContext, type ReadSource } from "./read-settings.ts";
import { type FileTrouble, troubleOf } from "./read-text.ts";
import { installedDataFolder, pluginDataFolder, type ResolvedSources } from "./sources.ts";

/** What is known of a plugin before it is read. */
export interface PluginFacts {
  readonly installed?: Origin["installed"];
  /** The file of its marketplace, if that has hooks or commands of the plugin. */
  readonly listedIn?: string;
}

/** Where a plugin is, as it was named and really. */
interface PluginPlace extends PluginFacts, Pick<ResolvedSources, "home" | "configFolder"> {
  readonly folder: string;
  readonly root: string;
}

/** Reads a plugin: its manifest, and the hooks files it names or has in the default place (C1). */
export async function readPlugin(
  { folder, root, home, configFolder, installed, listedIn }: PluginPlace,
  context: ReadContext,
): Promise<readonly ReadSource[]> {
  const name = installed ? partsOf(installed.id).name : basename(root);
  const originOf = (owner: string): Origin => ({
    scope: "plugin",
    root,
    needsTrust: true,
    owner,
    pluginData: installed
      ? installedDataFolder(configFolder, installed.id)
      : pluginDataFolder(home, owner),
    ...(installed ? { installed } : {}),
  });
  const trouble = folderTrouble(root, installed ? reinstall : "name a plugin folder");
  if (trouble) {
    const place = { file: folder, line: 1, column: 1, path: "" };
    return [failed(place, originOf(name), "absent", "missing-plugin", trouble)];
  }
  const manifestFile = join(root, ".claude-plugin", "plugin.json");
  const identity = realPath(manifestFile);
  const manifest = await readManifest(
    { file: manifestFile, identity },
    (named) => originOf(named || name),
    context,
  );
  const { origin, file } = manifest.source;
  // Its name and the files it names are unknown, so the whole plugin is ignored.
  if (file.state === "unreadable" || file.state === "invalid")
    return [{ ...manifest.source, covers: root }];
  const listed =
    listedIn === undefined ? [] : [await readMarketplaceEntry(listedIn, name, origin, context)];
  const parts = [manifest.parts, ...listed.map((one) => one.parts)];
  const hooksFiles = parts.flatMap((part) => part.hooksFiles);
  const serverFiles = parts.flatMap((part) => part.serverFiles);
  const paths = allPaths(
    root,
    parts.map((part) => part.paths),
  );
  const plugin = { name: origin.owner ?? name, root, paths };
  const markdown = [
    ...paths.commands.map((path) => ({ path, kind: "command" }) as const),
    ...paths.skills.map((path) => ({ path, kind: "skill" }) as const),
  ];
  return [
    { ...manifest.source, plugin },
    ...listed.map(({ source }) => source),
    ...(await readHooksFiles(root, hooksFiles, origin, context)),
    ...(await readServerFiles(root, serverFiles, origin)),
    ...(
      await Promise.all(
        markdown.map(({ path, kind }) =>
          readPluginCommands(path, kind, { ...origin, root }, context),
        ),
      )
    ).flat(),
  ];
}

const reinstall = "install the plugin again, or disable it in enabledPlugins";

function folderTrouble(folder: string, advice: string): FileTrouble | undefined {
  try {
    const isFolder = statSync(folder).isDirectory();
    return isFolder ? undefined : { message: "it is not a folder", advice };
  } catch (error) {
    const { message } = troubleOf(error);
    const missing = error instanceof Error && "code" in error && error.code === "ENOENT";
    return { message: missing ? "there is no such folder" : message, advice };
  }
}
