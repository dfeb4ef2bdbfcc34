import type { ScopeSettings, Snapshot } from "../stages/snapshot.ts";
import type { TrustStore } from "../trust/trust-store.ts";
import { subjectOfSettings } from "../trust/trust-subjects.ts";

/** Settings divided into those that are applied and those of a project that are not trusted (T6). */
export interface AdmittedSettings {
  readonly applied: readonly ScopeSettings[];
  readonly held: readonly ScopeSettings[];
}

/** T6: until they are trusted, the project's other settings are not applied either. */
export async function admitSettings(
  snapshot: Snapshot,
  trust: TrustStore,
  present: ReadonlySet<string>,
): Promise<AdmittedSettings> {
  const applied: ScopeSettings[] = [];
  const held: ScopeSettings[] = [];
  for (const settings of snapshot.settings) {
    const subject = subjectOfSettings(settings);
    const trusted = !subject || (await trust.check(subject, { present })).state === "trusted";
    (trusted ? applied : held).push(settings);
  }
  return { applied, held };
}

/** The ids of everything in a snapshot that can be trusted. */
export function currentIds(snapshot: Snapshot): ReadonlySet<string> {
  return new Set([
    ...snapshot.hooks.map((hook) => hook.id),
    ...snapshot.settings.flatMap((settings) => subjectOfSettings(settings)?.id ?? []),
  ]);
}
