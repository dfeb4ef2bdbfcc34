import type { Profile } from "@snaphook/protocol";
import type { HookEvent } from "../stages/hook-event.ts";
import type { HookRun } from "../stages/hook-run.ts";
import type { PlannedRun } from "../stages/run-plan.ts";
import type { Message } from "../stages/verdict.ts";
import { markLongTexts } from "../text/mark-long-texts.ts";
import { interpret } from "./interpret.ts";

/**
 * P12: the messages of background runs: context for the next request, system
 * messages, and failures for the user; plain stdout and exit 2 go to the log. They
 * cannot decide, and `onFailure` has no effect (H8).
 */
export function lateMessages(
  finished: readonly { readonly run: HookRun; readonly event: HookEvent }[],
  profile: Profile,
): readonly Message[] {
  const messages = finished.flatMap(({ run, event }) =>
    interpret({ ...run, planned: withoutOnFailure(run.planned) }, event, profile).messages.flatMap(
      (message) => lateMessage(message, profile),
    ),
  );
  return markLongTexts(messages, profile);
}

function lateMessage(message: Message, profile: Profile): readonly Message[] {
  const { kind, text, hook } = message;
  if (message.later) return [];
  if (kind === "context") return [{ ...message, later: true }];
  if (kind === "failure") return [message];
  if (kind !== "system-message") return [{ audience: "log", kind, text, hook }];
  if (profile.backgroundMessageReaches === "user") return [message];
  return [message, { ...message, audience: "model", later: true }];
}

const withoutOnFailure = (planned: PlannedRun): PlannedRun => ({
  ...planned,
  handler: { ...planned.handler, onFailure: undefined },
});
