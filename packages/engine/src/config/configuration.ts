import type { Profile } from "@snaphook/protocol";
import type { ConfiguredHook, Scope, Snapshot } from "../stages/snapshot.ts";
import { buildSnapshot, type ReadSources, readSources } from "./load-snapshot.ts";
import type { ReadSource } from "./read-settings.ts";
import type { ResolvedSources } from "./sources.ts";

/** E13: what a changed file is called in ConfigChange. */
const changeSources: Readonly<Partial<Record<Scope, string>>> = {
  managed: "policy_settings",
  user: "user_settings",
  project: "project_settings",
  local: "local_settings",
  skill: "skills",
  agent: "skills",
};

/** A file that is not as it was when the snapshot was taken. */
export interface ChangedFile {
  /** `source` of ConfigChange; `undefined`: a file that ConfigChange does not know. */
  readonly source: string | undefined;
  readonly file: string;
}

/**
 * A change on disk that is not in force yet (C7). The host fires ConfigChange
 * with the old hooks and then applies it, or leaves it.
 */
export interface PendingChange {
  readonly files: readonly ChangedFile[];
  readonly added: readonly ConfiguredHook[];
  readonly removed: readonly ConfiguredHook[];
  readonly next: Snapshot;
  /** Puts the new set in force. */
  apply(): Promise<void>;
}

/** What is configured: a frozen set in force, and what the disk says now. */
export interface Configuration {
  current(): Snapshot;
  /** Looks at the disk again; `undefined`: nothing has changed since the last look. */
  check(): Promise<PendingChange | undefined>;
}

export async function loadConfiguration(
  sources: ResolvedSources,
  profile: Profile,
): Promise<Configuration> {
  let seen = await readSources(sources, profile);
  let snapshot = buildSnapshot(seen);
  return {
    current: () => snapshot,
    async check() {
      const before = seen;
      const now = (await readSources(sources, profile)).map((source) =>
        keepLastGood(source, before),
      );
      seen = now;
      const files = changedFiles(before, now);
      if (files.length === 0) return undefined;
      const next = buildSnapshot(now);
      return {
        files,
        added: missingFrom(snapshot, next),
        removed: missingFrom(next, snapshot),
        next,
        apply: async () => {
          snapshot = next;
        },
      };
    },
  };
}

/** C7: a file that was good and can no longer be read keeps what it said last. */
function keepLastGood(now: ReadSource, before: ReadSources): ReadSource {
  if (now.file.state !== "unreadable" && now.file.state !== "invalid") return now;
  const last = before.find((source) => source.file.file === now.file.file);
  if (last?.file.state !== "loaded" && last?.file.state !== "kept") return now;
  return {
    ...last,
    text: now.text,
    file: {
      ...last.file,
      state: "kept",
      detail: `its last good content counts: ${now.file.detail}`,
    },
    diagnostics: [...last.diagnostics, ...now.diagnostics],
  };
}

function changedFiles(before: ReadSources, now: ReadSources): readonly ChangedFile[] {
  const texts = (sources: ReadSources) =>
    new Map(sources.map((source) => [source.file.file, source] as const));
  const old = texts(before);
  const current = texts(now);
  const files = new Set([...old.keys(), ...current.keys()]);
  return [...files].flatMap((file) => {
    const source = current.get(file) ?? old.get(file);
    if (!source || old.get(file)?.text === current.get(file)?.text) return [];
    return [{ source: changeSources[source.file.scope], file }];
  });
}

const missingFrom = (from: Snapshot, hooks: Snapshot): readonly ConfiguredHook[] => {
  const ids = new Set(from.hooks.map((hook) => hook.id));
  return hooks.hooks.filter((hook) => !ids.has(hook.id));
};
