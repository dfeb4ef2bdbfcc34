import type { Opinion, Profile } from "@snaphook/protocol";
import type { HookEvent } from "../stages/hook-event.ts";
import type { HookRun } from "../stages/hook-run.ts";
import type { PlannedRun } from "../stages/run-plan.ts";
import type { Failure, Verdict } from "../stages/verdict.ts";
import { answerMessages, message, textMessages } from "./messages.ts";
import { readCallback, readFunction } from "./read-code.ts";
import { readHttp } from "./read-http.ts";
import { readAgent, readPrompt } from "./read-model.ts";
import { labelled, readOutput } from "./read-output.ts";
import type { Reading } from "./reading.ts";

type Reader = (run: HookRun, event: HookEvent, profile: Profile) => Reading;

/** How each type of handler says something. */
const readers: { readonly [Type in PlannedRun["handler"]["type"]]: Reader } = {
  command: readOutput,
  mcp_tool: readOutput,
  http: readHttp,
  prompt: readPrompt,
  agent: readAgent,
  callback: readCallback,
  function: readFunction,
};

/** What one run means (A1-A6, H2-H8). Total: every run has a verdict, whatever its bytes. */
export function interpret(run: HookRun, event: HookEvent, profile: Profile): Verdict {
  const base: Verdict = {
    run,
    ending: "success",
    opinion: { decision: "none" },
    stop: undefined,
    failure: undefined,
    messages: [],
  };
  if (run.end.how === "background") return base;
  const reading = readers[run.planned.handler.type](run, event, profile);
  switch (reading.said) {
    case "nothing":
      return base;
    case "text":
      return { ...base, messages: textMessages(run, event, profile, reading) };
    case "block":
      return blocked(base, event, profile, reading);
    case "failure":
      return failed(base, event, profile, reading);
    case "answer":
      return answered(base, event, profile, reading);
  }
}

/** Whether a block means anything on this event (SPEC 12 for PreCompact). */
export const canBlock = ({ name, definition }: HookEvent, profile: Profile): boolean =>
  definition.canBlock || profile.alsoBlockable.includes(name);

function blocked(
  base: Verdict,
  event: HookEvent,
  profile: Profile,
  { text, endsTurn }: { readonly text: string; readonly endsTurn?: boolean },
): Verdict {
  if (!canBlock(event, profile))
    return { ...base, ending: "blocking", messages: [message(base.run, "user", "stderr", text)] };
  return {
    ...base,
    ending: "blocking",
    opinion: { decision: "deny", reason: text },
    stop: endsTurn ? { reason: text } : undefined,
    messages: reasonMessages(base.run, event, text),
  };
}

/** H8: a failure refuses where the hook says so and the event can be refused; else the user hears of it. */
function failed(
  base: Verdict,
  event: HookEvent,
  profile: Profile,
  { failure, canRefuse }: { readonly failure: Failure; readonly canRefuse: boolean },
): Verdict {
  const { handler } = base.run.planned;
  const refusable = event.definition.refusable || profile.alsoBlockable.includes(event.name);
  if (canRefuse && refusable && "onFailure" in handler && handler.onFailure === "block") {
    const { text } = base.run.stderr;
    const detail = failure.kind === "timed-out" ? "timed out" : "failed";
    const phrase = `it ${detail}, and its onFailure is "block"`;
    const reason = labelled(base.run, [phrase, text.trim()].filter(Boolean).join("\n"));
    return { ...blocked(base, event, profile, { text: reason }), failure };
  }
  const cancelled = failure.kind === "timed-out" || failure.kind === "cancelled";
  return {
    ...base,
    ending: cancelled ? "cancelled" : "non-blocking-error",
    failure,
    messages: [
      message(base.run, "user", "failure", `${base.run.planned.hook.label}: ${failure.detail}`),
    ],
  };
}

function answered(
  base: Verdict,
  event: HookEvent,
  profile: Profile,
  { output, blockText }: Extract<Reading, { said: "answer" }>,
): Verdict {
  const { run } = base;
  const said = event.definition.opinion(output);
  const opinion = settle(said, blockText, run, event, profile);
  const stop =
    output.continue === false ? { reason: output.stopReason ?? "Stopped by a hook" } : undefined;
  const denied = opinion.decision === "deny";
  return {
    ...base,
    ending: denied ? "blocking" : "success",
    opinion,
    stop,
    messages: [
      ...answerMessages(run, event, profile, output, opinion, stop),
      ...(denied ? reasonMessages(run, event, opinion.reason ?? "") : []),
    ],
  };
}

/** A6: a block without a reason still blocks, with a phrase naming the hook; one that cannot block is none. */
function settle(
  said: Opinion,
  blockText: string | undefined,
  run: HookRun,
  event: HookEvent,
  profile: Profile,
): Opinion {
  const denied = said.decision === "deny" || blockText !== undefined;
  if (!denied) return said;
  if (!canBlock(event, profile)) return { ...said, decision: "none" };
  const reason = said.decision === "deny" ? said.reason : blockText;
  return { ...said, decision: "deny", reason: reason ?? `Refused by ${run.planned.hook.label}` };
}

/** SPEC 9: the reason of a block goes to the model or to the user, and in full to the verbose view. */
const reasonMessages = (run: HookRun, event: HookEvent, text: string) => [
  message(run, event.definition.blockReaches, "reason", text),
  ...(event.definition.blockReaches === "model" ? [message(run, "user", "reason", text)] : []),
];
