import { realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type EventName, events, labelOf } from "@snaphook/protocol";
import type { HeldHook } from "../stages/admitted.ts";
import type { ConfiguredHook, Snapshot } from "../stages/snapshot.ts";
import { notFired } from "../text/not-fired.ts";
import { isInside } from "../trust/script-files.ts";
import type { TrustEntry } from "../trust/trust-entry.ts";
import type { TrustState, TrustStore } from "../trust/trust-store.ts";
import type { TrustSubject } from "../trust/trust-subject.ts";
import { subjectOfHook, subjectOfSettings } from "../trust/trust-subjects.ts";
import { type AdmitState, admit } from "./admit.ts";
import { currentIds } from "./admit-settings.ts";

/** The other reasons hold only for some dispatches. */
type LastingReason = Exclude<HeldHook["reason"], "once-spent" | "inside-agent-hook">;

/** Whether a hook can run, whatever the event. */
export interface HookStatus {
  readonly hook: ConfiguredHook;
  /** `not-fired`: the host does not fire its event. `never`: it cannot run on its event or in this profile. */
  readonly state: "ready" | "never" | "not-fired" | LastingReason;
  readonly because: string;
  /** It does not run, but refuses what it guards until it is reviewed (T1). */
  readonly refuses: boolean;
}

/** What a host can do. */
export interface HostFacts {
  isFired(event: EventName): boolean;
  /** Why a hook fails whenever it runs, because the host has nothing to run it with. */
  whyItFails(hook: ConfiguredHook): string | undefined;
}

/** The status of every hook, decided by the same admission as in a dispatch. */
export async function hookStatuses(
  { hooks }: Snapshot,
  state: AdmitState,
  { isFired, whyItFails }: HostFacts,
): Promise<readonly HookStatus[]> {
  return Promise.all(
    hooks.map(async (hook): Promise<HookStatus> => {
      const idle = { hook, refuses: false };
      if (hook.dormant) return { ...idle, state: "never", because: hook.dormant.because };
      if (!isFired(hook.event))
        return { ...idle, state: "not-fired", because: notFired(hook.event) };
      const fails = whyItFails(hook);
      if (fails !== undefined) return { ...idle, state: "never", because: fails };
      const { held } = await admit([{ hook }], events[hook.event], { ...state, spent: new Set() });
      const [hold] = held;
      if (!hold || !isLasting(hold.reason)) return { ...idle, state: "ready", because: "" };
      const { because, refuses } = hold;
      return { hook, state: hold.reason, because, refuses };
    }),
  );
}

const isLasting = (reason: HeldHook["reason"]): reason is LastingReason =>
  reason !== "once-spent" && reason !== "inside-agent-hook";

/** A hook or other settings that need trust, were trusted once, or are managed. */
export interface Trustable {
  readonly subject: TrustSubject;
  readonly label: string;
  /** `gone`: it was trusted and is no longer configured. `managed`: it comes from managed settings and needs no trust. */
  readonly answer: TrustState | { readonly state: "gone" } | { readonly state: "managed" };
}

const settingsLabel = ({ handler }: Pick<TrustSubject, "handler">): string =>
  `settings: ${Object.keys(handler).slice(1).join(", ")}`;

export async function trustable(
  snapshot: Snapshot,
  trust: TrustStore,
  projectRoot: string,
): Promise<readonly Trustable[]> {
  const present = currentIds(snapshot);
  const labels = new Map(snapshot.hooks.map((hook) => [hook.id, `${hook.event} ${hook.label}`]));
  const inSnapshot = await Promise.all(
    trustSubjects(snapshot).map(async (subject) => ({
      subject,
      label: labels.get(subject.id) ?? settingsLabel(subject),
      answer: await trust.check(subject, { present }),
    })),
  );
  const roots = new Set([projectRoot, ...inSnapshot.map(({ subject }) => subject.root)]);
  const plugins = snapshot.files.flatMap(({ scope, file }) => (scope === "plugin" ? file : []));
  const isOfPlugin = ({ scope, root }: TrustEntry) =>
    scope === "plugin" &&
    plugins.some((file) => isInside(root, file) || isInside(root, real(file)));
  const gone = (await trust.gone({ present })).filter(
    ({ entry }) => roots.has(entry.root) || isOfPlugin(entry),
  );
  const managed = snapshot.hooks.filter(({ origin }) => origin.scope === "managed");
  return [
    ...managed.map((hook) => ({
      subject: subjectOfHook(hook),
      label: `${hook.event} ${hook.label}`,
      answer: { state: "managed" as const },
    })),
    ...inSnapshot,
    ...gone.map(({ id, entry }) => ({
      subject: { id, ...entry },
      label:
        entry.event === "settings"
          ? settingsLabel(entry)
          : `${entry.event} ${labelOf(entry.handler)}`,
      answer: { state: "gone" as const },
    })),
  ];
}

/** A path with the links of its folders resolved, if they exist. */
function real(file: string): string {
  try {
    return join(realpathSync(dirname(file)), basename(file));
  } catch {
    return file;
  }
}

/** Everything of a snapshot that needs trust. */
export function trustSubjects(snapshot: Snapshot): readonly TrustSubject[] {
  const all = [
    ...snapshot.hooks.filter((hook) => hook.origin.needsTrust).map(subjectOfHook),
    ...snapshot.settings.flatMap((settings) => subjectOfSettings(settings) ?? []),
  ];
  return [...new Map(all.map((subject) => [subject.id, subject])).values()];
}
