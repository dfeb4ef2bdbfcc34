import { realpath } from "node:fs/promises";
import { join } from "node:path";
import type { Profile } from "@snaphook/protocol";
import { compileIndex } from "../match/event-index.ts";
import {
  type LoadedFile,
  type LoadedPlugin,
  type Origin,
  type ScopeSettings,
  type Snapshot,
  type SourcePlace,
  scopes,
} from "../stages/snapshot.ts";
import { isJsonText, managedSettingsFlag, settingsFlag } from "../text/settings-flag.ts";
import { limitedLoadTest } from "./bounded-test.ts";
import { checkServerNames } from "./check-server-names.ts";
import { findInstalledPlugins } from "./installed-plugins.ts";
import type { JsonPath } from "./json-document.ts";
import { missingPlugins, pluginSwitch } from "./plugin-switches.ts";
import { readAgentHooks } from "./read-agent-hooks.ts";
import { type FrontMatterPlace, readFrontMatter } from "./read-front-matter.ts";
import { mcpFileName, readMcpFile } from "./read-mcp-file.ts";
import { type PluginFacts, readPlugin } from "./read-plugin.ts";
import {
  nothing,
  type ReadContext,
  type ReadSource,
  readSettingsFile,
  readSettingsText,
} from "./read-settings.ts";
import { readUserServers } from "./read-user-servers.ts";
import { type ResolvedSources, settingsFiles } from "./sources.ts";

/** What each file contains, read independently of the others. */
export type ReadSources = readonly ReadSource[];

/** Reads every source of C1. Never throws for what a file contains. */
export async function readSources(
  sources: ResolvedSources,
  profile: Profile,
): Promise<ReadSources> {
  const { boundedTest, endLoading } = limitedLoadTest();
  const context: ReadContext = { profile, matcherOptions: { style: profile.matcher, boundedTest } };
  const root = await realpath(sources.cwd).catch(() => sources.cwd);
  const settings = settingsFiles(sources, root).map(({ file, origin, required }) =>
    readSettingsFile(file, origin, context, required && missingSettings),
  );
  const plugins = readPlugins(sources, root, context);
  const frontMatter = frontMatterPlaces(sources, root).map((place) =>
    readFrontMatter(place, sources.mainAgent, context),
  );
  const mcp = sources.settingSources.includes("project")
    ? [readMcpFile(join(root, mcpFileName), mcpOrigin(root))]
    : [];
  const userServers = readUserServers(sources, root);
  const read = await Promise.all([...settings, userServers, ...mcp, plugins, ...frontMatter]);
  endLoading();
  return [
    ...read.flat(),
    ...flagSettings(sources, context),
    ...managedFlagSettings(sources, context),
    ...readAgentHooks(sources, context),
  ];
}

const mcpOrigin = (root: string): Origin => ({
  scope: "project",
  root,
  needsTrust: true,
  owner: undefined,
});

interface WantedPlugin extends PluginFacts {
  readonly folder: string;
}

/**
 * Reads each plugin once, even if it was named by several paths: those that the caller names, then those that
 * the user installed. Which of the installed ones are enabled is decided when the sources are combined.
 */
async function readPlugins(
  { pluginDirectories, home, configFolder }: ResolvedSources,
  projectRoot: string,
  context: ReadContext,
): Promise<ReadSources> {
  const found = await findInstalledPlugins(configFolder, projectRoot);
  const wanted: readonly WantedPlugin[] = [
    ...pluginDirectories.map((folder) => ({ folder })),
    ...found.plugins.map(({ folder, listedIn, ...installed }) => ({
      folder,
      installed,
      ...(listedIn === undefined ? {} : { listedIn }),
    })),
  ];
  const roots = await Promise.all(wanted.map(({ folder }) => realpath(folder).catch(() => folder)));
  // A marketplace may list several plugins in one folder, with other parts each.
  const keys = wanted.map(({ installed, listedIn }, index) =>
    listedIn === undefined ? roots[index] : `${roots[index]}#${installed?.id}`,
  );
  const plugins = wanted.map(async ({ folder, ...more }, index): Promise<ReadSources> => {
    const root = roots[index] ?? folder;
    const first = keys.indexOf(keys[index]);
    if (first === index) return readPlugin({ folder, root, home, configFolder, ...more }, context);
    const origin = { scope: "plugin", root, needsTrust: true, owner: undefined } as const;
    return [nothing(folder, origin, "same-file", `the same plugin as ${wanted[first]?.folder}`)];
  });
  return [found.source, ...(await Promise.all(plugins)).flat()];
}

const missingSettings = {
  message: "the settings file does not exist",
  advice: "name an existing file, or pass the settings as JSON that starts with {",
};

/** Combines all sources into one frozen snapshot. */
export function buildSnapshot(
  sources: ReadSources,
  { mcpServers = [] }: Pick<ResolvedSources, "mcpServers">,
): Snapshot {
  const inOrder = combineSources(sources);
  const hooks = inOrder.flatMap((source) => source.hooks);
  return Object.freeze({
    hooks: Object.freeze(hooks),
    index: compileIndex(hooks),
    skipped: Object.freeze(inOrder.flatMap((source) => source.skipped)),
    settings: Object.freeze(inOrder.flatMap(({ settings }) => settings ?? [])),
    files: Object.freeze(inOrder.map(fileOf)),
    plugins: Object.freeze(inOrder.flatMap(pluginOf)),
    diagnostics: Object.freeze([
      ...inOrder.flatMap((source) => source.diagnostics),
      ...missingPlugins(settingsOf(inOrder), knownPlugins(sources), placeIn(inOrder)),
      ...checkServerNames(settingsOf(inOrder), mcpServers, placeIn(inOrder)),
    ]),
  });
}

/** A plugin that the caller named may contain guards that the caller relies on. */
function fileOf({ file, origin: { scope, root, installed }, diagnostics }: ReadSource): LoadedFile {
  const isNamed = scope === "plugin" && root !== undefined && !installed;
  const isLost = diagnostics.some(({ code, level }) => level === "error" && lostHooks.has(code));
  return isNamed && isLost ? { ...file, required: true } : file;
}

/** Problems of a whole file, which lose all its hooks. */
const lostHooks: ReadonlySet<string> = new Set([
  ...["not-json", "not-a-manifest", "unreadable-file", "missing-file", "settings-not-an-object"],
  ...["plugin-hooks-unwrapped", "hooks-not-an-object"],
  ...["unknown-plugin-key", "event-outside-hooks", "unknown-front-matter-key"],
]);

const settingsOf = (sources: ReadSources): readonly ScopeSettings[] =>
  sources.flatMap(({ settings }) => settings ?? []);

function knownPlugins(sources: ReadSources) {
  const origins = sources.map(({ origin }) => origin).filter(({ scope }) => scope === "plugin");
  return {
    installed: new Set(origins.flatMap(({ installed }) => installed?.id ?? [])),
    named: new Set(origins.flatMap(({ installed, owner }) => (installed ? [] : (owner ?? [])))),
  };
}

const placeIn =
  (sources: ReadSources) =>
  (file: string, path: JsonPath): SourcePlace =>
    sources.find((source) => source.file.file === file)?.placeOf?.(path) ?? {
      file,
      line: 1,
      column: 1,
      path: "",
    };

const pluginOf = ({ origin, plugin }: ReadSource): readonly LoadedPlugin[] =>
  plugin ? [{ ...plugin, needsTrust: origin.needsTrust }] : [];

/** All sources in plan order (C2): each file once, without plugins that are not enabled. */
function combineSources(sources: ReadSources): ReadSources {
  const once = loadOnce(sources);
  const settings = settingsOf(once);
  return once.map((source) => switched(source, settings));
}

/** A file of a plugin as `enabledPlugins` has it; any other file as it is. */
function switched(source: ReadSource, settings: readonly ScopeSettings[]): ReadSource {
  const { origin, file } = source;
  if (origin.scope !== "plugin" || origin.owner === undefined) return source;
  const plugin = pluginSwitch(origin, settings);
  if (plugin.on) return plugin.needsTrust ? source : withoutTrust(source);
  const isAbsent = file.state === "absent" && !origin.installed;
  if (isAbsent || file.state === "same-file") return source;
  const unused = nothing(file.file, origin, "absent", plugin.because);
  const { notEnabled } = plugin;
  return notEnabled === undefined ? unused : { ...unused, file: { ...unused.file, notEnabled } };
}

/** T1: the user enabled the plugin in their own settings, which is their trust in it. */
function withoutTrust(source: ReadSource): ReadSource {
  // Copies getters as they are: the place of a hook is computed on demand.
  const trusted = <Item extends { readonly origin: Origin }>(item: Item): Item =>
    Object.defineProperties({} as Item, {
      ...Object.getOwnPropertyDescriptors(item),
      origin: { value: { ...item.origin, needsTrust: false }, enumerable: true },
    });
  return {
    ...source,
    origin: { ...source.origin, needsTrust: false },
    hooks: source.hooks.map(trusted),
    skipped: source.skipped.map(trusted),
    settings: source.settings && trusted(source.settings),
  };
}

/** C2: the front matter of a plugin's command is front matter. */
const orderOf = ({ origin, file }: ReadSource): number =>
  scopes.indexOf(origin.command === undefined ? file.scope : "command");

/** `--settings` given as JSON. */
function flagSettings({ settings }: ResolvedSources, context: ReadContext): ReadSources {
  if (settings === undefined || !isJsonText(settings)) return [];
  const origin = {
    scope: "settings-flag",
    root: undefined,
    needsTrust: false,
    owner: undefined,
  } as const;
  return [readSettingsText(settingsFlag, settings, origin, context)];
}

/** The policy of the caller. */
function managedFlagSettings(
  { managedSettings }: ResolvedSources,
  context: ReadContext,
): ReadSources {
  if (managedSettings === undefined) return [];
  const origin = {
    scope: "managed",
    root: undefined,
    needsTrust: false,
    owner: undefined,
  } as const;
  return [readSettingsText(managedSettingsFlag, managedSettings, origin, context)];
}

/**
 * Sources in plan order (C2). A file reached twice (the home folder is the
 * project, a symbolic link) is loaded once, in the first place.
 */
export function loadOnce(sources: ReadSources): ReadSources {
  const inOrder = [...sources].sort((a, b) => orderOf(a) - orderOf(b));
  const seen = new Map<string, ReadSource>();
  return inOrder.map((source) => {
    if (source.file.state === "absent") return source;
    const first = seen.get(source.identity);
    if (first === undefined) {
      seen.set(source.identity, source);
      return source;
    }
    const { file, scope } = first.file;
    const detail = `the same file as ${file}, already loaded as ${scope}`;
    return nothing(source.file.file, source.origin, "same-file", detail);
  });
}

function frontMatterPlaces(
  { configFolder, settingSources }: ResolvedSources,
  root: string,
): readonly FrontMatterPlace[] {
  const kinds = [
    ["skill", "skills"],
    ["command", "commands"],
    ["agent", "agents"],
  ] as const;
  const below = (base: string, needsTrust: boolean): readonly FrontMatterPlace[] =>
    kinds.map(([kind, folder]) => ({
      folder: join(base, folder),
      kind,
      root: needsTrust ? root : undefined,
      needsTrust,
    }));
  return [
    ...(settingSources.includes("user") ? below(configFolder, false) : []),
    ...(settingSources.includes("project") ? below(join(root, ".claude"), true) : []),
  ];
}
