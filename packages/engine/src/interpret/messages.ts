import type { CommonOutput, Opinion, Profile } from "@snaphook/protocol";
import type { HookEvent } from "../stages/hook-event.ts";
import type { HookRun } from "../stages/hook-run.ts";
import type { Message, Verdict } from "../stages/verdict.ts";
import { partOf } from "../text/long-output.ts";
import { message } from "../text/message.ts";

/** Section 9 of the contract: plain stdout goes to the model on few events, else to the verbose view. */
export function textMessages(
  run: HookRun,
  event: HookEvent,
  profile: Profile,
  text: string,
): readonly Message[] {
  if (text === "") return [];
  const { hook } = run.planned;
  if (profile.stdoutInstructs.includes(event.name))
    return [{ ...message(hook, "model", "instructions", run.stdout.text), ...partOf(run.stdout) }];
  const audience = profile.plainStdoutToModel.includes(event.name) ? "model" : "verbose";
  return [{ ...message(hook, audience, "stdout", text), ...partOf(run.stdout) }];
}

/** Section 9 of the contract: the texts of an answer and who sees each; the reason of a block is handled separately. */
export function answerMessages(
  run: HookRun,
  event: HookEvent,
  profile: Profile,
  output: CommonOutput,
  opinion: Opinion,
): readonly Message[] {
  const { hook } = run.planned;
  const messages: Message[] = [];
  if (opinion.additionalContext)
    messages.push(message(hook, "model", "context", opinion.additionalContext));
  if (output.systemMessage)
    messages.push(message(hook, "user", "system-message", output.systemMessage));
  if (opinion.reason && opinion.decision !== "deny")
    messages.push(message(hook, "user", "reason", opinion.reason));
  if (run.stdout.text === "") return messages;
  const endedWell = run.end.how === "exited" && run.end.code === 0;
  if (endedWell && profile.stdoutInstructs.includes(event.name))
    messages.push(message(hook, "model", "instructions", run.stdout.text));
  if (output.suppressOutput !== true)
    return [...messages, message(hook, "verbose", "stdout", run.stdout.text)];
  return profile.suppressedOutput === "logged"
    ? [...messages, message(hook, "log", "stdout", run.stdout.text)]
    : messages;
}

/** Sections 9 and 12 of the contract: the reason of a stop, to the user and, where the profile says so, later to the model. */
export function stopMessages(
  { planned: { hook } }: HookRun,
  { stopReasonReaches }: Profile,
  stop: NonNullable<Verdict["stop"]>,
): readonly Message[] {
  const shown = message(hook, "user", "stop-reason", stop.reason);
  return stopReasonReaches === "model-later"
    ? [shown, { ...shown, audience: "model", later: true }]
    : [shown];
}

/** A2: stderr of a hook that exited 0 is for the log only. */
export const stderrMessages = ({ end, stderr, planned: { hook } }: HookRun): readonly Message[] =>
  end.how === "exited" && end.code === 0 && stderr.text.trim() !== ""
    ? [message(hook, "log", "stderr", stderr.text)]
    : [];
