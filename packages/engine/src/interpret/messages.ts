import type { CommonOutput, Opinion, Profile } from "@snaphook/protocol";
import type { HookEvent } from "../stages/hook-event.ts";
import type { HookRun } from "../stages/hook-run.ts";
import type { Audience, Message, MessageKind, Verdict } from "../stages/verdict.ts";

/** A text of a hook, for somebody. */
export function message(
  run: HookRun,
  audience: Audience,
  kind: MessageKind,
  text: string,
): Message {
  const { id, label } = run.planned.hook;
  return { audience, kind, text, hook: { id, label } };
}

/** SPEC 9: plain stdout goes to the model on few events, else to the verbose view and the log. */
export function textMessages(
  run: HookRun,
  event: HookEvent,
  profile: Profile,
  { text, warning }: { readonly text: string; readonly warning?: string },
): readonly Message[] {
  const warned =
    warning === undefined
      ? []
      : [message(run, "user", "warning", `${run.planned.hook.label}: ${warning}`)];
  if (text === "") return warned;
  if (profile.stdoutInstructs.includes(event.name))
    return [message(run, "model", "instructions", run.stdout.text), ...warned];
  const audience = profile.plainStdoutToModel.includes(event.name) ? "model" : "verbose";
  return [message(run, audience, "stdout", text), ...warned];
}

/** SPEC 9: what an answer says, and to whom. */
export function answerMessages(
  run: HookRun,
  event: HookEvent,
  profile: Profile,
  output: CommonOutput,
  opinion: Opinion,
  stop: Verdict["stop"],
): readonly Message[] {
  const messages: Message[] = [];
  if (opinion.additionalContext)
    messages.push(message(run, "model", "context", opinion.additionalContext));
  if (output.systemMessage)
    messages.push(message(run, "user", "system-message", output.systemMessage));
  if (stop) {
    messages.push(message(run, "user", "stop-reason", stop.reason));
    if (profile.stopReasonReaches === "model-later")
      messages.push({ ...message(run, "model", "stop-reason", stop.reason), later: true });
  }
  const asksOrAllows = opinion.decision === "allow" || opinion.decision === "ask";
  if (asksOrAllows && opinion.reason) messages.push(message(run, "user", "reason", opinion.reason));
  if (profile.stdoutInstructs.includes(event.name))
    messages.push(message(run, "model", "instructions", run.stdout.text));
  const stdout = output.suppressOutput === true ? "log" : "verbose";
  if (run.stdout.text !== "") messages.push(message(run, stdout, "stdout", run.stdout.text));
  return messages;
}
