import { admitSettings, currentIds } from "../admit/admit-settings.ts";
import { trustSubjects } from "../admit/hook-status.ts";
import { readSwitches } from "../admit/switches.ts";
import type { ConfiguredHook, Snapshot } from "../stages/snapshot.ts";
import { subjectOfHook } from "../trust/trust-subjects.ts";
import { editedGuards } from "./edited-guards.ts";
import type { Admission, HookSession } from "./hook-session.ts";

type Stores = Pick<HookSession, "options" | "profile" | "trust" | "toggles" | "spent">;

/** What decides whether the hooks of a snapshot may run. */
export async function admissionOf(
  { profile, trust, toggles, spent }: Stores,
  snapshot: Snapshot,
  removed: readonly ConfiguredHook[] = [],
): Promise<Admission> {
  const present = currentIds(snapshot);
  const { applied, held } = await admitSettings(snapshot, trust, present);
  return {
    profile,
    settings: applied,
    untrustedSettings: held,
    switches: readSwitches(applied),
    edited: await editedGuards({ snapshot, trust, present, profile, removed }),
    toggles,
    trust,
    spent,
    present,
  };
}

/**
 * T1: the trusted hooks that a change removes, or that an earlier one removed in this session, unless the change of
 * their file was reviewed.
 */
export async function removedGuards(
  { trust, config, admission }: Pick<HookSession, "trust" | "config" | "admission">,
  next: Snapshot,
  reviewed: readonly string[],
): Promise<readonly ConfiguredHook[]> {
  const left = currentIds(next);
  const earlier = admission.edited.flatMap(({ trusted, how }) =>
    how === "removed" ? trusted : [],
  );
  const gone = [...earlier, ...config.current().hooks].filter(
    ({ id, origin, source }) =>
      origin.needsTrust && !left.has(id) && !reviewed.includes(source.file),
  );
  const wereTrusted = await Promise.all(
    gone.map(async (hook) => (await trust.check(subjectOfHook(hook), admission)).state),
  );
  return gone.filter((_hook, index) => wereTrusted[index] !== "untrusted");
}

/** T2: `--trust-project` trusts what is new in a snapshot, for this session only. */
export async function trustProject(
  { options, trust }: Stores,
  next: Snapshot,
  before?: Snapshot,
): Promise<void> {
  if (!options.trustProject) return;
  const known = before ? currentIds(before) : new Set<string>();
  await trust.trustForSession(trustSubjects(next).filter(({ id }) => !known.has(id)));
}
