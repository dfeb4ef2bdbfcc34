import { definitionOf } from "@snaphook/protocol";
import { matcherHolds } from "../match/match.ts";
import type { HeldHook } from "../stages/admitted.ts";
import type { ConfiguredHook, Snapshot } from "../stages/snapshot.ts";
import type { Message } from "../stages/verdict.ts";
import { message, nameOf } from "../text/message.ts";
import type { HookSession } from "./hook-session.ts";
import { describeHook } from "./run-progress.ts";
import type { Selection } from "./select-hooks.ts";

/** A hook that an event selects and that does not run. */
interface SkippedHook {
  readonly hook: ConfiguredHook;
  readonly because: string;
  readonly refuses: boolean;
  /** How the outcome says it; `undefined`: not at all, because someone turned the hook off, or it has already run. */
  readonly reportAs: "held" | "warning" | undefined;
}

/**
 * Reports the hooks that an event selects and that do not run: to listeners every time, in the outcome once for
 * each hook and reason. A hook that refuses is in the outcome as a refusal.
 */
export function reportSkipped(session: HookSession, selection: Selection): readonly Message[] {
  const { event } = selection;
  const { listeners, profile, report, reportedSkipped } = session;
  const skipped = skippedHooks(selection);
  if (listeners.size > 0)
    for (const { hook, because, refuses } of skipped) {
      const recorded = profile.recordsSkippedOn.includes(event.name) && isSkippedForType(hook);
      report({ type: "run-skipped", ...describeHook(hook, event), because, refuses, recorded });
    }
  return skipped.flatMap(({ hook, because, refuses, reportAs }) => {
    const key = `${hook.id} ${because}`;
    if (refuses || reportAs === undefined || reportedSkipped.has(key)) return [];
    reportedSkipped.add(key);
    return [
      message(hook, "user", reportAs, `${event.name} ${nameOf(hook)} did not run: ${because}`),
    ];
  });
}

function skippedHooks({ snapshot, event, admitted }: Selection): readonly SkippedHook[] {
  const held = admitted.held.map(({ hook, reason, because, refuses }) => ({
    hook,
    because,
    refuses,
    reportAs: reportOf[reason],
  }));
  const dormant = dormantHooks(snapshot).flatMap(({ hook, because }) =>
    matcherHolds(hook, event) && isOfAgent(hook, event)
      ? [{ hook, because, refuses: false, reportAs: "held" as const }]
      : [],
  );
  return [...held, ...dormant];
}

/** Hooks in the front matter of other agents are not meant. */
const isOfAgent = ({ origin }: ConfiguredHook, { input }: Selection["event"]): boolean =>
  origin.scope !== "agent" || [input["agent_type"], input["teammate_type"]].includes(origin.owner);

/** Hosts name lasting reasons at the start, so those have a kind of their own. E23: the last one holds for some calls only. */
const reportOf: Readonly<Record<HeldHook["reason"], SkippedHook["reportAs"]>> = {
  disabled: undefined,
  "managed-only": undefined,
  "once-spent": undefined,
  untrusted: "held",
  changed: "held",
  "inside-agent-hook": "warning",
};

const dormantOf = new WeakMap<Snapshot, ReturnType<typeof dormantHooks>>();

/** The hooks of a snapshot that can never run; looked for once, not in every dispatch. */
function dormantHooks(
  snapshot: Snapshot,
): readonly { readonly hook: ConfiguredHook; readonly because: string }[] {
  const known = dormantOf.get(snapshot);
  if (known) return known;
  const found = snapshot.hooks.flatMap((hook) =>
    hook.dormant ? [{ hook, because: hook.dormant.because }] : [],
  );
  dormantOf.set(snapshot, found);
  return found;
}

/** U3, section 12 of the contract: some hosts record hooks that match an event on which their type cannot run, except http hooks. */
const isSkippedForType = ({ handler, dormant }: ConfiguredHook): boolean =>
  (dormant?.reason === "not-on-this-event" || dormant?.reason === "not-in-profile") &&
  handler.if === undefined &&
  definitionOf(handler).run.by !== "http";
