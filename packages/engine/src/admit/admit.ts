import { asksModel, type EventDefinition, isRefusable, type Profile } from "@snaphook/protocol";
import type { Admitted, HeldHook } from "../stages/admitted.ts";
import type { MatchedHook } from "../stages/matched-hook.ts";
import { type ConfiguredHook, isFrontMatter } from "../stages/snapshot.ts";
import { commandForHook } from "../trust/command-for-hook.ts";
import type { TrustStore } from "../trust/trust-store.ts";
import type { KnownIds } from "../trust/trust-subject.ts";
import { subjectOfHook } from "../trust/trust-subjects.ts";
import type { Switches } from "./switches.ts";
import type { Toggles } from "./toggles.ts";

/** What admission depends on. */
export interface AdmitState {
  readonly profile: Profile;
  readonly switches: Switches;
  readonly toggles: Toggles;
  readonly trust: TrustStore;
  /** Ids of all configured hooks: a trusted one that is missing was perhaps edited into another. */
  readonly present: KnownIds;
  /** Ids of front-matter hooks with `once` that have run (C3). */
  readonly spent: ReadonlySet<string>;
  /** Where the hooks would run (P6); default: the project. */
  readonly cwd?: string | undefined;
  /** E23: the event comes from a call of an agent hook, so hooks that ask a model are left out. */
  readonly insideAgentHook?: boolean;
}

type Hold = Pick<HeldHook, "reason" | "because"> & {
  /** Default: the same as for the user. */
  readonly forModel?: string;
  /** It was trusted, or may have been: if it cannot run, it refuses. */
  readonly wasGuard?: boolean;
};

/** Divides matched hooks into those that may run and those held back. */
export async function admit(
  matched: readonly MatchedHook[],
  event: EventDefinition,
  state: AdmitState,
): Promise<Admitted> {
  const hooks: MatchedHook[] = [];
  const held: HeldHook[] = [];
  for (const candidate of matched) {
    const { hook } = candidate;
    const hold =
      holdBySwitch(hook, state) ?? (await holdByUser(hook, state)) ?? holdInside(hook, state);
    if (!hold) hooks.push(candidate);
    else {
      const { wasGuard = false, forModel = hold.because, ...why } = hold;
      const refuses = wasGuard && isRefusable(event, state.profile);
      held.push({ hook, ...why, forModel, refuses });
    }
  }
  return { hooks, held };
}

/** C3, C4: held by a switch in settings, or by `once`. */
function holdBySwitch(hook: ConfiguredHook, { switches, spent }: AdmitState): Hold | undefined {
  const off = switchedOff(hook, switches);
  if (off) return off;
  if (spent.has(hook.id))
    return { reason: "once-spent", because: "once: it has already run in this session" };
  return undefined;
}

/** C4: the setting that turns a hook off. */
export function switchedOff(
  { origin }: ConfiguredHook,
  switches: Switches,
): { readonly reason: "disabled" | "managed-only"; readonly because: string } | undefined {
  const managed = origin.scope === "managed";
  const disabledBy = switches.allDisabledBy ?? (managed ? undefined : switches.disabledBy);
  if (disabledBy !== undefined)
    return { reason: "disabled", because: `disableAllHooks in ${disabledBy}` };
  if (switches.managedOnlyBy === undefined || managed) return undefined;
  const because = `allowManagedHooksOnly in ${switches.managedOnlyBy}`;
  return { reason: "managed-only", because };
}

/** E23: an agent hook whose own calls started agent hooks would never end. */
const holdInside = (
  { handler }: ConfiguredHook,
  { insideAgentHook = false }: AdmitState,
): Hold | undefined =>
  insideAgentHook && asksModel(handler)
    ? {
        reason: "inside-agent-hook",
        because: "this is a call of an agent hook, and hooks that ask a model do not run for those",
      }
    : undefined;

/** C4: a user cannot turn off a managed hook. */
export const canBeSwitched = ({ origin }: ConfiguredHook): boolean => origin.scope !== "managed";

/** Held by the user's toggle, or because it is not trusted (T1). */
async function holdByUser(
  hook: ConfiguredHook,
  { toggles, trust, present, cwd }: AdmitState,
): Promise<Hold | undefined> {
  if (canBeSwitched(hook) && (await toggles.isDisabled(hook.id)))
    return {
      reason: "disabled",
      because: `you turned it off; to turn it on: ${commandForHook(`hooks enable ${hook.id}`, hook.origin, hook.source.file)}`,
    };
  if (!hook.origin.needsTrust) return undefined;
  const answer = await trust.check(subjectOfHook(hook), { present, cwd });
  if (answer.state === "trusted") return undefined;
  const howTo = commandForHook(`trust ${hook.id}`, hook.origin);
  if (answer.state === "changed") {
    const what = answer.differences.map(({ summary }) => summary).join("; ");
    const changed = `it has changed since it was trusted (${what})`;
    return {
      reason: "changed",
      because: `${changed}; to trust it again: ${howTo}`,
      forModel: `${changed}; only the user can review it`,
      wasGuard: true,
    };
  }
  if (answer.problem) {
    const { file, found, advice } = answer.problem;
    const because = `it is not known whether it is trusted: ${file} ${found}; ${advice}`;
    const forModel = "it is not known whether it is trusted; only the user can change that";
    return { reason: "untrusted", because, forModel, wasGuard: true };
  }
  return {
    reason: "untrusted",
    because: `it comes from ${sourceOf(hook)} and is not trusted; to trust it: ${howTo}`,
  };
}

/** Where a hook that needs trust comes from, in words. */
const sourceOf = ({ origin }: ConfiguredHook): string => {
  const { scope, owner } = origin;
  if (scope === "plugin") return `the plugin ${owner}`;
  return isFrontMatter(origin) ? `the project's ${scope} ${owner}` : "the project";
};
