import { realpath } from "node:fs/promises";
import { join, resolve } from "node:path";
import { isBelow } from "./is-below.ts";
import { isObject } from "./is-object.ts";
import { readJson } from "./json-document.ts";
import { partsOf } from "./plugin-id.ts";
import { failed, loaded, type ReadSource, readSourceFile } from "./read-settings.ts";
import { readText } from "./read-text.ts";

/** A plugin that the user installed, enabled or not. */
interface InstalledPlugin {
  /** As `enabledPlugins` names it: `name@marketplace`. */
  readonly id: string;
  readonly folder: string;
  /** Whether the project contains it, so that its content comes with the project (T1). */
  readonly inProject: boolean;
}

export interface InstalledPlugins {
  /** The list of installed plugins, as a file that was looked for. */
  readonly source: ReadSource;
  readonly plugins: readonly InstalledPlugin[];
}

/** The folder in which installed plugins and the lists of them are. */
const pluginsFolder = (configFolder: string): string => join(configFolder, "plugins");

export const installedListFile = (configFolder: string): string =>
  join(pluginsFolder(configFolder), "installed_plugins.json");

/**
 * Finds the plugins that the user installed. A plugin from a marketplace that is a local folder is read from
 * that folder, any other from the copy that was made when it was installed.
 */
export async function findInstalledPlugins(
  configFolder: string,
  projectRoot: string,
): Promise<InstalledPlugins> {
  const file = installedListFile(configFolder);
  let listed: readonly (readonly [string, string])[] = [];
  const source = await readSourceFile(file, listOrigin, (text) => {
    const json = readJson(file, text);
    if (!json.ok || !isObject(json.document.value) || !isObject(json.document.value["plugins"])) {
      const place = json.ok ? json.document.place([]) : json.place;
      const message = json.ok ? "the list of installed plugins has no plugins" : json.message;
      const advice = "install the plugins again; none of them is loaded until then";
      const failure = failed(place, listOrigin, "invalid", "installed-plugins", {
        message,
        advice,
      });
      // C7: what was installed before stays in use.
      return { ...failure, covers: pluginsFolder(configFolder) };
    }
    listed = Object.entries(json.document.value["plugins"]).flatMap(([id, entries]) => {
      const path = installPathOf(entries, projectRoot);
      return path === undefined ? [] : [[id, path]];
    });
    return loaded(file, listOrigin);
  });
  const folders = listed.length === 0 ? noFolders : await localMarketplaces(configFolder);
  const plugins = listed.map(async ([id, installPath]): Promise<InstalledPlugin> => {
    const folder = (await folderInMarketplace(id, folders)) ?? installPath;
    const root = await realpath(folder).catch(() => folder);
    const own = await realpath(pluginsFolder(configFolder)).catch(() =>
      pluginsFolder(configFolder),
    );
    return { id, folder, inProject: isBelow(projectRoot, root) && !isBelow(own, root) };
  });
  return { source, plugins: await Promise.all(plugins) };
}

const listOrigin = {
  scope: "plugin",
  root: undefined,
  needsTrust: false,
  owner: undefined,
} as const;

/** The folder of an installation: that for this project, else that for the user. Older lists have one per plugin. */
function installPathOf(entries: unknown, projectRoot: string): string | undefined {
  const all = [entries].flat().filter(isObject);
  const chosen =
    all.find(({ projectPath }) => projectPath === projectRoot) ??
    all.find(({ projectPath }) => projectPath === undefined) ??
    all[0];
  const path = chosen?.["installPath"];
  return typeof path === "string" && path !== "" ? path : undefined;
}

/** Marketplaces that are local folders, by name. */
type MarketplaceFolders = ReadonlyMap<string, string>;
const noFolders: MarketplaceFolders = new Map();

async function localMarketplaces(configFolder: string): Promise<MarketplaceFolders> {
  const known = await readObject(join(pluginsFolder(configFolder), "known_marketplaces.json"));
  return new Map(
    Object.entries(known).flatMap(([name, market]) => {
      const source = isObject(market) ? market["source"] : undefined;
      if (!isObject(market) || !isObject(source) || source["source"] !== "directory") return [];
      const folder = market["installLocation"] ?? source["path"];
      return typeof folder === "string" ? [[name, folder]] : [];
    }),
  );
}

/** Where a marketplace that is a local folder has the plugin; undefined if it is not one, or does not have it. */
async function folderInMarketplace(
  id: string,
  folders: MarketplaceFolders,
): Promise<string | undefined> {
  const { name, marketplace } = partsOf(id);
  const root = folders.get(marketplace);
  if (root === undefined) return undefined;
  const { plugins, metadata } = await readObject(join(root, ".claude-plugin", "marketplace.json"));
  const entry = [plugins].flat().find((one) => isObject(one) && one["name"] === name);
  const source = isObject(entry) ? entry["source"] : undefined;
  const base = isObject(metadata) ? metadata["pluginRoot"] : undefined;
  if (typeof source !== "string") return undefined;
  const folder = resolve(root, typeof base === "string" ? base : "", source);
  return folder === root || isBelow(root, folder) ? folder : undefined;
}

async function readObject(file: string): Promise<Readonly<Record<string, unknown>>> {
  const read = await readText(file);
  const json = read.state === "text" ? readJson(file, read.text) : undefined;
  return json?.ok && isObject(json.document.value) ? json.document.value : {};
}
