import { realpath } from "node:fs/promises";
import type { Profile } from "@snaphook/protocol";
import { loadOnce, readSources } from "../config/load-snapshot.ts";
import { type ResolvedSources, type SettingSource, settingSourceNames } from "../config/sources.ts";
import {
  type ConfiguredHook,
  isFrontMatter,
  type LoadedFile,
  type Origin,
  type ScopeSettings,
} from "../stages/snapshot.ts";

/** What a file contains that the session was told not to load. */
export interface NotLoaded {
  readonly source: SettingSource;
  readonly hooks: readonly ConfiguredHook[];
  readonly settings: ScopeSettings | undefined;
}

/** C1: the files that `settingSources` leaves out. They are read for the report only. */
export async function filesNotLoaded(
  { settingSources, settings: _flag, ...sources }: ResolvedSources,
  profile: Profile,
  loaded: readonly LoadedFile[],
): Promise<readonly NotLoaded[]> {
  const leftOut = settingSourceNames.filter((name) => !settingSources.includes(name));
  if (leftOut.length === 0) return [];
  const read = await readSources({ ...sources, settingSources: leftOut }, profile);
  const known = new Set(await Promise.all(loaded.filter(isLoaded).map(({ file }) => real(file))));
  return loadOnce(read).flatMap(({ identity, origin, hooks, settings }) => {
    const source = sourceOf(origin);
    return source === undefined || known.has(identity) ? [] : [{ source, hooks, settings }];
  });
}

const isLoaded = ({ state }: LoadedFile): boolean => state === "loaded" || state === "kept";

const real = (file: string): Promise<string> => realpath(file).catch(() => file);

/** `undefined`: it is loaded, whatever the setting sources are. */
function sourceOf(origin: Origin): SettingSource | undefined {
  const { scope, needsTrust } = origin;
  if (scope === "plugin") return undefined;
  if (isFrontMatter(origin)) return needsTrust ? "project" : "user";
  return settingSourceNames.find((name) => name === scope);
}
