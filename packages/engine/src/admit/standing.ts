import { events } from "@snaphook/protocol";
import type { HeldHook } from "../stages/admitted.ts";
import type { ConfiguredHook, Snapshot } from "../stages/snapshot.ts";
import { type AdmitState, admit } from "./admit.ts";
import { idsInForce } from "./admit-settings.ts";
import type { TrustState, TrustStore } from "./trust/trust-store.ts";
import type { TrustSubject } from "./trust/trust-subject.ts";
import { subjectOfHook, subjectOfSettings } from "./trust-subjects.ts";

/** How a hook stands before any event. */
export interface StandingHook {
  readonly hook: ConfiguredHook;
  readonly state: "ready" | "never" | Exclude<HeldHook["reason"], "once-spent">;
  readonly because: string;
}

/** The state of every hook: by the admission that a dispatch asks. */
export async function standingHooks(
  { hooks }: Snapshot,
  state: AdmitState,
): Promise<readonly StandingHook[]> {
  return Promise.all(
    hooks.map(async (hook): Promise<StandingHook> => {
      if (hook.dormant) return { hook, state: "never", because: hook.dormant.because };
      const { held } = await admit([{ hook }], events[hook.event], { ...state, spent: new Set() });
      const [hold] = held;
      if (!hold || hold.reason === "once-spent") return { hook, state: "ready", because: "" };
      return { hook, state: hold.reason, because: hold.because };
    }),
  );
}

/** Something a project brings that needs trust: a hook, or the rest of its settings. */
export interface Trustable {
  readonly subject: TrustSubject;
  readonly label: string;
  readonly answer: TrustState;
}

export async function trustable(
  snapshot: Snapshot,
  trust: TrustStore,
): Promise<readonly Trustable[]> {
  const present = idsInForce(snapshot);
  const labels = new Map(snapshot.hooks.map((hook) => [hook.id, `${hook.event} ${hook.label}`]));
  return Promise.all(
    trustSubjects(snapshot).map(async (subject) => ({
      subject,
      label:
        labels.get(subject.id) ?? `settings: ${Object.keys(subject.handler).slice(1).join(", ")}`,
      answer: await trust.check(subject, { present }),
    })),
  );
}

/** Everything of a snapshot that needs trust. */
export function trustSubjects(snapshot: Snapshot): readonly TrustSubject[] {
  const all = [
    ...snapshot.hooks.filter((hook) => hook.origin.needsTrust).map(subjectOfHook),
    ...snapshot.settings.flatMap((settings) => subjectOfSettings(settings) ?? []),
  ];
  return [...new Map(all.map((subject) => [subject.id, subject])).values()];
}
