import type { Profile } from "@snaphook/protocol";
import type { HookEvent } from "../stages/hook-event.ts";
import type { Message, Verdict } from "../stages/verdict.ts";

/** The stop that counts. */
interface CountingStop {
  readonly verdict: Verdict;
  readonly reason: string;
  readonly cancelled: boolean;
}

/** F3: the first stop in plan order, where the profile lets one count; a cancelled run always stops (P18). */
export function findStop(
  event: HookEvent,
  verdicts: readonly Verdict[],
  { stopCountsOn }: Profile,
): CountingStop | undefined {
  const cancelled = verdicts.find(({ failure }) => failure?.kind === "cancelled");
  if (cancelled) return { verdict: cancelled, reason: "cancelled by the host", cancelled: true };
  if (stopCountsOn !== "every-event" && !stopCountsOn.includes(event.name)) return undefined;
  for (const verdict of verdicts)
    if (verdict.stop) return { verdict, reason: verdict.stop.reason, cancelled: false };
  return undefined;
}

/** F3: only the reason of the stop that counts is shown; the others are for the log. */
export const toldOfStop = (verdict: Verdict, stop: CountingStop | undefined): readonly Message[] =>
  verdict === stop?.verdict
    ? verdict.messages
    : verdict.messages.flatMap((message): readonly Message[] => {
        if (message.kind !== "stop-reason") return [message];
        return message.audience === "user" ? [{ ...message, audience: "log" }] : [];
      });
