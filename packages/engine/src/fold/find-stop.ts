import type { Profile } from "@snaphook/protocol";
import type { HookEvent } from "../stages/hook-event.ts";
import type { Message, Verdict } from "../stages/verdict.ts";
import { cancelledByHost } from "../text/cancelled-by-host.ts";

/** The stop that takes effect. */
interface EffectiveStop {
  readonly verdict: Verdict;
  readonly reason: string;
  readonly cancelled: boolean;
}

/** F3: the first stop in plan order, if a stop has an effect on this event; a cancelled run always stops (P18). */
export function findStop(
  event: HookEvent,
  verdicts: readonly Verdict[],
  { stopCountsOn }: Profile,
): EffectiveStop | undefined {
  const cancelled = verdicts.find(({ failure }) => failure?.kind === "cancelled");
  if (cancelled) return { verdict: cancelled, reason: cancelledByHost, cancelled: true };
  if (stopCountsOn !== "every-event" && !stopCountsOn.includes(event.name)) return undefined;
  for (const verdict of verdicts)
    if (verdict.stop) return { verdict, reason: verdict.stop.reason, cancelled: false };
  return undefined;
}

/** F3: only the reason of the effective stop is shown; the others go to the log. */
export const messagesAfterStop = (
  verdict: Verdict,
  stop: EffectiveStop | undefined,
): readonly Message[] =>
  verdict === stop?.verdict
    ? verdict.messages
    : verdict.messages.flatMap((message): readonly Message[] => {
        if (message.kind !== "stop-reason") return [message];
        return message.audience === "user" ? [{ ...message, audience: "log" }] : [];
      });
