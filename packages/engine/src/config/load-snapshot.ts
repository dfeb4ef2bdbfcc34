import { realpath } from "node:fs/promises";
import { join } from "node:path";
import type { Profile } from "@snaphook/protocol";
import { compileIndex } from "../match/event-index.ts";
import { type Scope, type Snapshot, scopes } from "../stages/snapshot.ts";
import { limitedLoadTest } from "./bounded-test.ts";
import { disabledBy } from "./plugin-switches.ts";
import { type FrontMatterPlace, readFrontMatter } from "./read-front-matter.ts";
import { readPlugin } from "./read-plugin.ts";
import {
  nothing,
  type ReadContext,
  type ReadSource,
  readSettingsFile,
  readSettingsText,
} from "./read-settings.ts";
import { isJsonText, type ResolvedSources, settingsFiles } from "./sources.ts";

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
  const plugins = readPlugins(sources, context);
  const frontMatter = frontMatterPlaces(sources, root).map((place) =>
    readFrontMatter(place, sources.mainAgent, context),
  );
  const read = await Promise.all([...settings, plugins, ...frontMatter]);
  endLoading();
  return [...read.flat(), ...flagSettings(sources, context)];
}

/** Reads each plugin once, even if it was named by several paths. */
async function readPlugins(
  { pluginDirectories, home }: ResolvedSources,
  context: ReadContext,
): Promise<ReadSources> {
  const roots = await Promise.all(
    pluginDirectories.map((folder) => realpath(folder).catch(() => folder)),
  );
  const plugins = pluginDirectories.map(async (folder, index): Promise<ReadSources> => {
    const root = roots[index] ?? folder;
    const first = roots.indexOf(root);
    if (first === index) return readPlugin(folder, { home }, context);
    const origin = { scope: "plugin", root, needsTrust: true, owner: undefined } as const;
    return [nothing(folder, origin, "same-file", `the same plugin as ${pluginDirectories[first]}`)];
  });
  return (await Promise.all(plugins)).flat();
}

const missingSettings = {
  message: "the settings file does not exist",
  advice: "name an existing file, or pass the settings as JSON that starts with {",
};

/** Combines all sources into one frozen snapshot. */
export function buildSnapshot(sources: ReadSources): Snapshot {
  const inOrder = combineSources(sources);
  const hooks = inOrder.flatMap((source) => source.hooks);
  return Object.freeze({
    hooks: Object.freeze(hooks),
    index: compileIndex(hooks),
    skipped: Object.freeze(inOrder.flatMap((source) => source.skipped)),
    settings: Object.freeze(inOrder.flatMap(({ settings }) => settings ?? [])),
    files: Object.freeze(inOrder.map((source) => source.file)),
    diagnostics: Object.freeze(inOrder.flatMap((source) => source.diagnostics)),
  });
}

/** All sources in plan order (C2): each file once, without disabled plugins. */
function combineSources(sources: ReadSources): ReadSources {
  const once = loadOnce(sources);
  const settings = once.flatMap((source) => source.settings ?? []);
  return once.map((source) => {
    const { scope, owner } = source.origin;
    const off = scope === "plugin" && owner !== undefined && disabledBy(owner, settings);
    if (!off || source.file.state === "absent" || source.file.state === "same-file") return source;
    return nothing(source.file.file, source.origin, "absent", `the plugin is disabled in ${off}`);
  });
}

const orderOf = (scope: Scope): number => scopes.indexOf(scope);

/** `--settings` given as JSON. */
function flagSettings({ settings }: ResolvedSources, context: ReadContext): ReadSources {
  if (settings === undefined || !isJsonText(settings)) return [];
  const origin = {
    scope: "settings-flag",
    root: undefined,
    needsTrust: false,
    owner: undefined,
  } as const;
  return [readSettingsText("--settings", settings, origin, context)];
}

/**
 * Sources in plan order (C2). A file reached twice (the home folder is the
 * project, a symbolic link) is loaded once, in the first place.
 */
export function loadOnce(sources: ReadSources): ReadSources {
  const inOrder = [...sources].sort((a, b) => orderOf(a.file.scope) - orderOf(b.file.scope));
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
  { home, settingSources }: ResolvedSources,
  root: string,
): readonly FrontMatterPlace[] {
  const kinds = [
    ["skill", "skills"],
    ["agent", "agents"],
  ] as const;
  const below = (base: string, needsTrust: boolean): readonly FrontMatterPlace[] =>
    kinds.map(([kind, folder]) => ({
      folder: join(base, ".claude", folder),
      kind,
      root: needsTrust ? root : undefined,
      needsTrust,
    }));
  return [
    ...(settingSources.includes("user") ? below(home, false) : []),
    ...(settingSources.includes("project") ? below(root, true) : []),
  ];
}
