import { asksModel } from "@snaphook/protocol";
import { matcherHolds } from "../match/match.ts";
import type { HookEvent } from "../stages/hook-event.ts";
import type { ConfiguredHook, Snapshot } from "../stages/snapshot.ts";
import type { HookSession } from "./hook-session.ts";
import { aboutHook } from "./run-id.ts";

/** U3, section 12 of the contract: some hosts record prompt and agent hooks that an event would run if they could run there. */
export function reportSkipped(
  { listeners, profile, report }: HookSession,
  { hooks }: Snapshot,
  event: HookEvent,
) {
  if (listeners.size === 0 || !profile.recordsSkippedOn.includes(event.name)) return;
  for (const hook of hooks)
    if (
      hook.dormant?.reason === "not-on-this-event" &&
      isSkippedForType(hook) &&
      matcherHolds(hook, event)
    )
      report({ type: "run-skipped", ...aboutHook(hook, event), because: hook.dormant.because });
}

/** Whether a hook is passed over for its type alone: one with an `if` is not looked at. */
const isSkippedForType = ({ handler }: ConfiguredHook): boolean =>
  handler.if === undefined && asksModel(handler);
