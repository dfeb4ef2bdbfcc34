import { once } from "@snaphook/protocol";
import { isObject } from "../is-object.ts";
import type { ScopeSettings, Snapshot } from "../stages/snapshot.ts";
import type { TrustStore } from "../trust/trust-store.ts";
import type { KnownIds } from "../trust/trust-subject.ts";
import { subjectOfSettings } from "../trust/trust-subjects.ts";

/** Settings divided into those that are applied and those of a project that are not trusted (T6). */
export interface AdmittedSettings {
  readonly applied: readonly ScopeSettings[];
  readonly held: readonly ScopeSettings[];
}

/**
 * T6: until they are trusted, the project's other settings are not applied either. Its deny and ask rules are, and what
 * disables bypassPermissions: they only tighten.
 */
export async function admitSettings(
  snapshot: Snapshot,
  trust: TrustStore,
  present: KnownIds,
): Promise<AdmittedSettings> {
  const applied: ScopeSettings[] = [];
  const held: ScopeSettings[] = [];
  for (const settings of snapshot.settings) {
    const subject = subjectOfSettings(settings);
    const trusted = !subject || (await trust.check(subject, { present })).state === "trusted";
    if (trusted) applied.push(settings);
    else {
      const { rules, others } = splitValues(settings.values);
      if (rules) applied.push({ ...settings, values: { permissions: rules } });
      if (Object.keys(others).length > 0) held.push({ ...settings, values: others });
    }
  }
  return { applied, held };
}

/** Divides settings into what only tightens, and everything else. */
function splitValues({ permissions, ...values }: ScopeSettings["values"]) {
  if (!isObject(permissions))
    return {
      rules: undefined,
      others: permissions === undefined ? values : { ...values, permissions },
    };
  const { deny, ask, disableBypassPermissionsMode, ...loosening } = permissions;
  const rules = Object.fromEntries(
    Object.entries({ deny, ask, disableBypassPermissionsMode }).filter(
      ([, value]) => value !== undefined,
    ),
  );
  return {
    rules: Object.keys(rules).length > 0 ? rules : undefined,
    others: Object.keys(loosening).length > 0 ? { ...values, permissions: loosening } : values,
  };
}

/** The ids of everything in a snapshot that can be trusted; found out when one is asked for. */
export function currentIds(snapshot: Snapshot): KnownIds {
  const ids = once(
    () =>
      new Set([
        ...snapshot.hooks.map((hook) => hook.id),
        ...snapshot.settings.flatMap((settings) => subjectOfSettings(settings)?.id ?? []),
      ]),
  );
  return { has: (id) => ids().has(id) };
}
