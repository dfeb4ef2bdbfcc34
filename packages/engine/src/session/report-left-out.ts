import type { HeldHook } from "../stages/admitted.ts";
import type { Outcome } from "../stages/outcome.ts";
import { message } from "../text/message.ts";
import type { HookSession } from "./hook-session.ts";

/** E23: the user sees once which hooks do not run for the calls of agent hooks. */
export function reportLeftOut<Reported extends Pick<Outcome, "messages">>(
  { reportedLeftOut }: Pick<HookSession, "reportedLeftOut">,
  held: readonly HeldHook[],
  outcome: Reported,
): Reported {
  const leftOut = held.filter(
    ({ hook, reason }) => reason === "inside-agent-hook" && !reportedLeftOut.has(hook.id),
  );
  if (leftOut.length === 0) return outcome;
  for (const { hook } of leftOut) reportedLeftOut.add(hook.id);
  const reports = leftOut.map(({ hook, because }) =>
    message(hook, "user", "warning", `${hook.label} did not run: ${because}`),
  );
  return { ...outcome, messages: [...reports, ...outcome.messages] };
}
