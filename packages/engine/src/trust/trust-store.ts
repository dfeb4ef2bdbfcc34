import { type Coverage, describeCoverage } from "./describe-coverage.ts";
import { type Difference, differencesFrom, isAsTrusted } from "./differences.ts";
import {
  candidates,
  type FoundEntry,
  ownEntry,
  predecessor,
  type TrustEntries,
} from "./find-entry.ts";
import { keptTexts } from "./kept-texts.ts";
import { makeEntries } from "./make-entries.ts";
import { type FileProblem, openPrivateJsonFile, type Written } from "./private-json-file.ts";
import { createScriptReader } from "./script-reader.ts";
import { emptyTrustFile, parseTrustFile } from "./trust-entry.ts";
import type { KnownIds, TrustEnvironment, TrustSubject } from "./trust-subject.ts";

/** What the store says about a hook. Only `trusted` may run. */
export type TrustState =
  | { readonly state: "trusted" }
  /** `problem`: the store could not be used, so it is unknown whether the hook was trusted before. */
  | { readonly state: "untrusted"; readonly problem: FileProblem | undefined }
  /** It was trusted, and has changed since. */
  | { readonly state: "changed"; readonly differences: readonly Difference[] };

/** The ids of everything configured now: an entry whose id is missing here may have been edited into another. */
interface CurrentHooks {
  readonly present: KnownIds;
  /** Where the hook would run; default: the project. */
  readonly cwd?: string | undefined;
}

/**
 * What the user agreed to run (T1, T2, T9).
 *
 * Contract: nothing throws for what is on disk; a store that cannot be used trusts nothing. Only the
 * store file says what is trusted, never a file of a project.
 *
 * Known limits: content is checked before the run starts, not while it runs. Anyone who can write to
 * a script can change it between the check and the moment the interpreter opens it, and anyone who
 * can set the clock back or bypass the file system can keep a file's identity. Running a copy would
 * close the gap, but break scripts that look for files next to them.
 */
export interface TrustStore {
  /** Whether a hook may run; checked before each run. Costs one stat for the store and one per named file. */
  check(subject: TrustSubject, current: CurrentHooks): Promise<TrustState>;
  /**
   * Trusts definitions and the content their files have at this moment, all or none. With `current`
   * the entries they were edited from are dropped.
   */
  trust(subjects: readonly TrustSubject[], current?: CurrentHooks): Promise<Written>;
  /** The same for as long as this store is open; nothing is written to disk (T2). */
  trustForSession(subjects: readonly TrustSubject[]): Promise<FileProblem | undefined>;
  /** Revokes trust, for this session too. */
  distrust(ids: readonly string[]): Promise<Written>;
  /** The entry a hook was edited from, if it has no entry itself. */
  editedFrom(subject: TrustSubject, current: CurrentHooks): Promise<FoundEntry | undefined>;
  /** Entries on disk, of any root, whose hooks are not configured now. */
  gone(current: CurrentHooks): Promise<readonly FoundEntry[]>;
  /** T9: what trusting this hook covers, and what it does not. */
  describe(subject: TrustSubject): Promise<Coverage>;
  /** Why the store file cannot be used, if so. */
  problem(): Promise<FileProblem | undefined>;
}

/** Opens the store; `file` is in the product's folder in the user's home and need not exist. */
export function openTrustStore(options: {
  readonly file: string;
  readonly environment: TrustEnvironment;
}): TrustStore {
  const { file, environment } = options;
  const store = openPrivateJsonFile({
    file,
    empty: emptyTrustFile,
    parse: parseTrustFile,
    removalIsProblem: true,
  });
  const texts = keptTexts(file);
  const scripts = createScriptReader(environment);
  let session: TrustEntries = {};

  async function check(subject: TrustSubject, { present, cwd }: CurrentHooks): Promise<TrustState> {
    const { value, problem } = await store.read();
    const own = [session, value.hooks].flatMap((entries) => ownEntry(entries, subject) ?? []);
    const found = own[0] ?? (await findEdited(subject, { ...value.hooks, ...session }, present));
    if (!found) return { state: "untrusted", problem };
    const files = await scripts.filesOf(subject, cwd);
    if (own.some(({ entry }) => isAsTrusted(entry, subject, files))) return { state: "trusted" };
    const differences = await differencesFrom(found.entry, subject, files, texts);
    return { state: "changed", differences };
  }

  /** Compares names only: no file of a hook that was never trusted is read. */
  async function findEdited(
    subject: TrustSubject,
    entries: TrustEntries,
    present: KnownIds,
  ): Promise<FoundEntry | undefined> {
    // Most hooks have no candidates, and parsing a command loads a parser.
    if (candidates({ entries, subject, present }).length === 0) return undefined;
    const paths = await scripts.pathsOf(subject);
    return predecessor({ entries, subject, paths, present });
  }

  async function trust(
    subjects: readonly TrustSubject[],
    current?: CurrentHooks,
  ): Promise<Written> {
    const { entries, problem } = await makeEntries(subjects, scripts);
    if (problem) return { ok: false, problem };
    return edit((hooks) => ({
      ...(current ? withoutPredecessors(hooks, subjects, entries, current) : hooks),
      ...entries,
    }));
  }

  async function trustForSession(
    subjects: readonly TrustSubject[],
  ): Promise<FileProblem | undefined> {
    const { entries, problem } = await makeEntries(subjects, scripts);
    if (!problem) session = { ...session, ...entries };
    return problem;
  }

  async function distrust(ids: readonly string[]): Promise<Written> {
    session = without(session, ids);
    return edit((hooks) => without(hooks, ids));
  }

  const edit = (change: (hooks: TrustEntries) => TrustEntries): Promise<Written> =>
    store.change(async (current) => {
      const hooks = change(current.hooks);
      await texts.keepFor(Object.values(hooks));
      return { version: 1, hooks };
    });

  return {
    check,
    trust,
    trustForSession,
    distrust,
    async editedFrom(subject, { present }) {
      const { value } = await store.read();
      const entries = { ...value.hooks, ...session };
      return ownEntry(entries, subject) ? undefined : findEdited(subject, entries, present);
    },
    async gone({ present }) {
      const { value } = await store.read();
      return Object.entries({ ...value.hooks, ...session }).flatMap(([id, entry]) =>
        present.has(id) ? [] : [{ id, entry }],
      );
    },
    describe: async (subject) =>
      describeCoverage(
        subject,
        environment,
        await scripts.filesOf(subject),
        await scripts.unresolvedOf(subject),
      ),
    problem: async () => (await store.read()).problem,
  };
}

function withoutPredecessors(
  hooks: TrustEntries,
  subjects: readonly TrustSubject[],
  added: TrustEntries,
  { present }: CurrentHooks,
): TrustEntries {
  const dropped = subjects.flatMap((subject) => {
    if (ownEntry(hooks, subject)) return [];
    const paths = added[subject.id]?.files.map((file) => file.path) ?? [];
    return predecessor({ entries: hooks, subject, paths, present })?.id ?? [];
  });
  return without(hooks, dropped);
}

const without = (hooks: TrustEntries, ids: readonly string[]): TrustEntries =>
  Object.fromEntries(Object.entries(hooks).filter(([id]) => !ids.includes(id)));
