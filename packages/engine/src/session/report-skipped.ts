import { asksModel } from "@snaphook/protocol";
import { matcherHolds } from "../match/match.ts";
import type { HookEvent } from "../stages/hook-event.ts";
import type { ConfiguredHook, Snapshot } from "../stages/snapshot.ts";
import type { HookSession } from "./hook-session.ts";
import { describeHook } from "./run-progress.ts";

/** U3, section 12 of the contract: some hosts report prompt and agent hooks that match an event on which their type cannot run. */
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
      report({ type: "run-skipped", ...describeHook(hook, event), because: hook.dormant.because });
}

/** Whether a hook is skipped only because of its type; hooks with an `if` are not reported. */
const isSkippedForType = ({ handler }: ConfiguredHook): boolean =>
  handler.if === undefined && asksModel(handler);
