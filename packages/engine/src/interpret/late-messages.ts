import type { Profile } from "@snaphook/protocol";
import type { HookEvent } from "../stages/hook-event.ts";
import type { HookRun } from "../stages/hook-run.ts";
import type { Message } from "../stages/verdict.ts";
import { interpret } from "./interpret.ts";

/**
 * P12: what background runs said: context for the next request, and system
 * messages; plain stdout and exit 2 are for the log. They cannot decide.
 */
export function lateMessages(
  finished: readonly { readonly run: HookRun; readonly event: HookEvent }[],
  profile: Profile,
): readonly Message[] {
  return finished.flatMap(({ run, event }) =>
    interpret(run, event, profile).messages.flatMap((message): readonly Message[] => {
      if (message.kind === "context") return [{ ...message, later: true }];
      if (message.kind === "system-message")
        return profile.backgroundMessageReaches === "model-later"
          ? [message, { ...message, audience: "model", later: true }]
          : [message];
      return [{ ...message, audience: "log" }];
    }),
  );
}
