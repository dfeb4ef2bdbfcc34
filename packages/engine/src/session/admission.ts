import { admitSettings, currentIds } from "../admit/admit-settings.ts";
import { trustSubjects } from "../admit/hook-status.ts";
import { readSwitches } from "../admit/switches.ts";
import type { Snapshot } from "../stages/snapshot.ts";
import { editedGuards } from "./edited-guards.ts";
import type { Admission, HookSession } from "./hook-session.ts";

type Stores = Pick<HookSession, "options" | "profile" | "trust" | "toggles" | "spent">;

/** What decides whether the hooks of a snapshot may run. */
export async function admissionOf(
  { profile, trust, toggles, spent }: Stores,
  snapshot: Snapshot,
): Promise<Admission> {
  const present = currentIds(snapshot);
  const { applied, held } = await admitSettings(snapshot, trust, present);
  return {
    profile,
    settings: applied,
    untrustedSettings: held,
    switches: readSwitches(applied),
    edited: await editedGuards(snapshot, trust, present, profile),
    toggles,
    trust,
    spent,
    present,
  };
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
