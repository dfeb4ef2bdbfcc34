import type { ScopeSettings, Snapshot } from "../stages/snapshot.ts";
import type { TrustStore } from "../trust/trust-store.ts";
import { subjectOfSettings } from "../trust/trust-subjects.ts";

/** Settings divided into those in force and those a project brings and nobody trusted (T6). */
export interface AdmittedSettings {
  readonly inForce: readonly ScopeSettings[];
  readonly held: readonly ScopeSettings[];
}

/** T6: until trusted, nothing else of the project is applied either. */
export async function admitSettings(
  snapshot: Snapshot,
  trust: TrustStore,
): Promise<AdmittedSettings> {
  const present = idsInForce(snapshot);
  const inForce: ScopeSettings[] = [];
  const held: ScopeSettings[] = [];
  for (const settings of snapshot.settings) {
    const subject = subjectOfSettings(settings);
    const trusted = !subject || (await trust.check(subject, { present })).state === "trusted";
    (trusted ? inForce : held).push(settings);
  }
  return { inForce, held };
}

/** The ids of everything that can be trusted now. */
export function idsInForce(snapshot: Snapshot): ReadonlySet<string> {
  return new Set([
    ...snapshot.hooks.map((hook) => hook.id),
    ...snapshot.settings.flatMap((settings) => subjectOfSettings(settings)?.id ?? []),
  ]);
}
