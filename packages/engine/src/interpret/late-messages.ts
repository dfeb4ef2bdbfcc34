import type { Profile } from "@snaphook/protocol";
import type { HookEvent } from "../stages/hook-event.ts";
import type { HookRun } from "../stages/hook-run.ts";
import type { PlannedRun } from "../stages/run-plan.ts";
import type { Message, Verdict } from "../stages/verdict.ts";
import { markLongTexts } from "../text/mark-long-texts.ts";
import { message, nameOf } from "../text/message.ts";
import { shortLine } from "../text/short-line.ts";
import { interpret } from "./interpret.ts";

/** A background run that has ended. */
interface FinishedRun {
  readonly run: HookRun;
  readonly event: HookEvent;
  readonly wakes: boolean;
}

/**
 * P12: the messages of background runs: context for the next request, system
 * messages, and failures for the user; plain stdout and exit 2 go to the log. They
 * cannot decide, which the user sees, and `onFailure` has no effect (H8).
 */
export function lateMessages(
  finished: readonly FinishedRun[],
  profile: Profile,
): readonly Message[] {
  const messages = finished.flatMap(({ run, event, wakes }) => {
    const planned = withoutOnFailure(run.planned);
    const verdict = interpret({ ...run, planned }, event, profile);
    return [
      ...verdict.messages.flatMap((message) => lateMessage(message, profile)),
      ...decisionMessages(verdict, wakes),
    ];
  });
  return markLongTexts(messages, profile);
}

/** Whether the end of a background run wakes the model with its stderr. */
export const wakesModel = ({ run: { end }, wakes }: Pick<FinishedRun, "run" | "wakes">): boolean =>
  wakes && end.how === "exited" && end.code === 2;

/** A guard that runs in the background refuses nothing, and its author may not know. */
function decisionMessages(verdict: Verdict, wakes: boolean): readonly Message[] {
  const { run, opinion, stop } = verdict;
  const { hook } = run.planned;
  const words = shortLine(run.stderr.text.trim() || "no text on stderr", {
    maxLength: 500,
    more: "the log",
  });
  const say = (text: string) => [message(hook, "user", "warning", `${nameOf(hook)}: ${text}`)];
  if (wakesModel({ run, wakes })) return say(`exit 2 woke the model: ${words}`);
  const why = "has no effect, because the hook runs in the background";
  if (run.end.how === "exited" && run.end.code === 2) return say(`exit 2 ${why}: ${words}`);
  const parts = [
    ...(opinion.decision === "none" ? [] : [`the decision "${opinion.decision}"`]),
    ...(stop ? ["continue: false"] : []),
    ...(opinion.updatedInput === undefined ? [] : ["updatedInput"]),
  ];
  return parts.flatMap((part) => say(`${part} ${why}`));
}

function lateMessage(said: Message, profile: Profile): readonly Message[] {
  const { kind, text, hook } = said;
  if (said.later) return [];
  if (kind === "context") return [{ ...said, later: true }];
  if (kind === "failure" || kind === "warning") return [said];
  if (kind !== "system-message") return [{ audience: "log", kind, text, hook }];
  if (profile.backgroundMessageReaches === "user") return [said];
  return [said, { ...said, audience: "model", later: true }];
}

const withoutOnFailure = (planned: PlannedRun): PlannedRun => ({
  ...planned,
  handler: { ...planned.handler, onFailure: undefined },
});
