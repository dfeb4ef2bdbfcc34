import { realpath } from "node:fs/promises";
import { join } from "node:path";
import { isObject } from "../is-object.ts";
import { isBelow } from "./is-below.ts";
import { readJson } from "./json-document.ts";
import { findEntry, knownMarketplaces } from "./marketplaces.ts";
import { failed, loaded, type ReadSource, readSourceFile } from "./read-settings.ts";

/** A plugin that the user installed, enabled or not. */
interface InstalledPlugin {
  /** As `enabledPlugins` names it: `name@marketplace`. */
  readonly id: string;
  readonly folder: string;
  /** The file of its marketplace, if that says more about it than where it is. */
  readonly listedIn?: string;
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
  const marketplaces =
    listed.length === 0 ? new Map() : await knownMarketplaces(pluginsFolder(configFolder));
  const own = await realpath(pluginsFolder(configFolder)).catch(() => pluginsFolder(configFolder));
  const isOfProject = async (path: string): Promise<boolean> => {
    const real = await realpath(path).catch(() => path);
    return isBelow(projectRoot, real) && !isBelow(own, real);
  };
  const plugins = listed.map(async ([id, installPath]): Promise<InstalledPlugin> => {
    const entry = await findEntry(id, marketplaces);
    const folder = entry?.folder ?? installPath;
    const listedIn = entry?.listedIn;
    const inProject =
      (await isOfProject(folder)) || (listedIn !== undefined && (await isOfProject(listedIn)));
    return { id, folder, inProject, ...(listedIn === undefined ? {} : { listedIn }) };
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
