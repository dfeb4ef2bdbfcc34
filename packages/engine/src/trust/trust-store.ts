import { type Coverage, describeCoverage } from "./describe-coverage.ts";
import { type Difference, differencesFrom, isAsTrusted } from "./differences.ts";
import { entriesFor } from "./entries-for.ts";
import {
  candidates,
  type FoundEntry,
  ownEntry,
  predecessor,
  type TrustEntries,
} from "./find-entry.ts";
import { keptTexts } from "./kept-texts.ts";
import { type FileProblem, openPrivateJsonFile, type Written } from "./private-json-file.ts";
import { createScriptReader } from "./script-reader.ts";
import { emptyTrustFile, parseTrustFile } from "./trust-entry.ts";
import type { TrustEnvironment, TrustSubject } from "./trust-subject.ts";

/** What the store says about a hook. Only `trusted` may run. */
export type TrustState =
  | { readonly state: "trusted" }
  /** `problem`: the store could not be used, so nobody knows whether the hook was trusted before. */
  | { readonly state: "untrusted"; readonly problem: FileProblem | undefined }
  /** It was trusted, and is not the same any more. */
  | { readonly state: "changed"; readonly differences: readonly Difference[] };

/** The ids of all hooks in force now: an entry whose id is among them was not edited into another. */
interface InForce {
  readonly present: ReadonlySet<string>;
}

/**
 * What the user agreed to run (T1, T2, T9).
 *
 * Contract: nothing throws for what the disk holds; a store that cannot be used trusts nothing. Only
 * the store file says what is trusted, never a file of a project.
 *
 * What remains possible: content is checked before the run starts, not while it runs. Who may write
 * to a script can still change it between the check and the moment the interpreter opens it, and who
 * can set the clock back or write past the file system can keep a file's identity. Running a copy
 * would close the gap, and break scripts that look for files beside themselves.
 */
export interface TrustStore {
  /** Whether a hook may run; asked before each run. One stat for the store, one for each named file. */
  check(subject: TrustSubject, inForce: InForce): Promise<TrustState>;
  /**
   * Trusts definitions and the content their files have at this moment, all or none. With `inForce`
   * the entries they were edited from are dropped.
   */
  trust(subjects: readonly TrustSubject[], inForce?: InForce): Promise<Written>;
  /** The same for as long as this store is open, and nothing on disk (T2). */
  trustForSession(subjects: readonly TrustSubject[]): Promise<FileProblem | undefined>;
  /** Forgets what was trusted, for this session too. */
  distrust(ids: readonly string[]): Promise<Written>;
  /** The entry a hook was edited from, if it has none of its own. */
  editedFrom(subject: TrustSubject, inForce: InForce): Promise<FoundEntry | undefined>;
  /** Entries on disk, of any root, whose hooks are not in force. */
  gone(inForce: InForce): Promise<readonly FoundEntry[]>;
  /** T9: what trusting this hook covers, and what it does not. */
  describe(subject: TrustSubject): Promise<Coverage>;
  /** Why the store file is not used, if it is not. */
  problem(): Promise<FileProblem | undefined>;
}

/** Opens the store; `file` lies in the product's folder in the user's home and need not exist. */
export function openTrustStore(options: {
  readonly file: string;
  readonly environment: TrustEnvironment;
}): TrustStore {
  const { file, environment } = options;
  const store = openPrivateJsonFile({ file, empty: emptyTrustFile, parse: parseTrustFile });
  const texts = keptTexts(file);
  const scripts = createScriptReader(environment);
  let session: TrustEntries = {};

  async function check(subject: TrustSubject, { present }: InForce): Promise<TrustState> {
    const { value, problem } = await store.read();
    const own = [session, value.hooks].flatMap((entries) => ownEntry(entries, subject) ?? []);
    const found = own[0] ?? (await findEdited(subject, { ...value.hooks, ...session }, present));
    if (!found) return { state: "untrusted", problem };
    const files = await scripts.filesOf(subject);
    if (own.some(({ entry }) => isAsTrusted(entry, subject, files))) return { state: "trusted" };
    const differences = await differencesFrom(found.entry, subject, files, texts);
    return { state: "changed", differences };
  }

  /** Looks at names only: nothing of a hook that was never trusted is read. */
  async function findEdited(
    subject: TrustSubject,
    entries: TrustEntries,
    present: ReadonlySet<string>,
  ): Promise<FoundEntry | undefined> {
    // Most hooks have no candidates at all, and to parse a command loads a parser.
    if (candidates({ entries, subject, present }).length === 0) return undefined;
    const paths = await scripts.pathsOf(subject);
    return predecessor({ entries, subject, paths, present });
  }

  async function trust(subjects: readonly TrustSubject[], inForce?: InForce): Promise<Written> {
    const { entries, problem } = await entriesFor(subjects, scripts);
    if (problem) return { ok: false, problem };
    return edit((hooks) => ({
      ...(inForce ? withoutPredecessors(hooks, subjects, entries, inForce) : hooks),
      ...entries,
    }));
  }

  async function trustForSession(
    subjects: readonly TrustSubject[],
  ): Promise<FileProblem | undefined> {
    const { entries, problem } = await entriesFor(subjects, scripts);
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
      return Object.entries(value.hooks).flatMap(([id, entry]) =>
        present.has(id) ? [] : [{ id, entry }],
      );
    },
    describe: async (subject) =>
      describeCoverage(subject, environment, await scripts.filesOf(subject)),
    problem: async () => (await store.read()).problem,
  };
}

function withoutPredecessors(
  hooks: TrustEntries,
  subjects: readonly TrustSubject[],
  added: TrustEntries,
  { present }: InForce,
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
