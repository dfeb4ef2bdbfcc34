import { realpath } from "node:fs/promises";
import { join } from "node:path";
import type { Profile } from "@snaphook/protocol";
import { compileIndex } from "../match/event-index.ts";
import { type Scope, type Snapshot, scopes } from "../stages/snapshot.ts";
import { boundedTest } from "./bounded-test.ts";
import { isObject } from "./is-object.ts";
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

/** What was read of every file; the next load keeps from it what has become unreadable (C7). */
export type ReadSources = readonly ReadSource[];

/** Reads every source of C1, in plan order. Never throws for what a file contains. */
export async function readSources(
  sources: ResolvedSources,
  profile: Profile,
): Promise<ReadSources> {
  const context: ReadContext = {
    profile,
    matcherOptions: { style: profile.matcher, boundedTest },
  };
  const root = await realpath(sources.cwd).catch(() => sources.cwd);
  const files = await Promise.all(
    settingsFiles(sources, root).map(({ file, origin }) => readSettingsFile(file, origin, context)),
  );
  const settings = [...files, ...flagSettings(sources, context)];
  const enabled = (plugin: string) => isEnabled(plugin, settings);
  const plugins = await Promise.all(
    sources.pluginDirectories.map((folder) =>
      readPlugin(folder, { home: sources.home, enabled }, context),
    ),
  );
  const frontMatter = await Promise.all(
    frontMatterPlaces(sources, root).map((place) =>
      readFrontMatter(place, sources.mainAgent, context),
    ),
  );
  return loadOnce([...settings, ...plugins.flat(), ...frontMatter.flat()]);
}

/** Puts what was read into one frozen snapshot. */
export function buildSnapshot(sources: ReadSources): Snapshot {
  const inOrder = [...sources].sort((a, b) => orderOf(a.file.scope) - orderOf(b.file.scope));
  const hooks = inOrder.flatMap((source) => source.hooks);
  return Object.freeze({
    hooks: Object.freeze(hooks),
    index: compileIndex(hooks),
    skipped: Object.freeze(inOrder.flatMap((source) => source.skipped)),
    settings: Object.freeze(inOrder.flatMap(({ settings }) => (settings ? [settings] : []))),
    files: Object.freeze(inOrder.map((source) => source.file)),
    diagnostics: Object.freeze(inOrder.flatMap((source) => source.diagnostics)),
  });
}

const orderOf = (scope: Scope): number => scopes.indexOf(scope);

/** `--settings` given as JSON. */
function flagSettings({ settings }: ResolvedSources, context: ReadContext): readonly ReadSource[] {
  if (settings === undefined || !isJsonText(settings)) return [];
  const origin = {
    scope: "settings-flag",
    root: undefined,
    needsTrust: false,
    owner: undefined,
  } as const;
  return [readSettingsText("--settings", settings, origin, context)];
}

/** A file reached twice (the home folder is the project, a symbolic link) counts once, where it came first. */
function loadOnce(sources: ReadSources): ReadSources {
  const seen = new Map<string, string>();
  return sources.map((source) => {
    const first = seen.get(source.identity);
    if (source.file.state === "absent" || first === undefined) {
      if (source.file.state !== "absent") seen.set(source.identity, source.file.file);
      return source;
    }
    const origin = {
      scope: source.file.scope,
      root: undefined,
      needsTrust: false,
      owner: undefined,
    };
    return nothing(source.file.file, origin, "same-file", `the same file as ${first}`);
  });
}

/** The highest settings file that speaks of a plugin decides; none does: enabled. */
function isEnabled(plugin: string, settings: ReadSources): boolean {
  for (const source of settings.toReversed()) {
    const listed = source.settings?.values["enabledPlugins"];
    if (!isObject(listed)) continue;
    const key = Object.keys(listed).find(
      (name) => name === plugin || name.startsWith(`${plugin}@`),
    );
    if (key !== undefined) return listed[key] !== false;
  }
  return true;
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
    ...(settingSources.includes("project") && root !== home ? below(root, true) : []),
  ];
}
