import { type AnswerForms, isRefusable, type Profile } from "@snaphook/protocol";
import type { HookEvent } from "../stages/hook-event.ts";
import type { HookRun } from "../stages/hook-run.ts";
import { textOr } from "../text/text-or.ts";
import { returnedWarnings } from "./answer-warnings.ts";
import { jsonCopy } from "./json-copy.ts";
import { checkAnswer } from "./read-answer.ts";
import { readOutput } from "./read-output.ts";
import { nonRefusingFailure, type Reading } from "./reading.ts";
import { refusalOn } from "./refusal-words.ts";

/** H6: reads what a callback returned like printed output. */
export function readCallback(run: HookRun, event: HookEvent, profile: Profile): Reading {
  if (run.end.how === "timedOut") return readLateCallback(run, event, profile);
  if (run.end.how === "failed") return nonRefusingFailure("exit-code", run.end.cause);
  if (run.end.how !== "answered") return readOutput(run, event, profile);
  if (run.answer === undefined || run.answer === null) return {};
  const answer = jsonCopy(run.answer);
  if (answer === undefined)
    return unusable("invalid-output", "the callback did not return an object", event, profile);
  if (answer["async"] === true) return {};
  const checked = checkAnswer(answer, "", event.definition, profile);
  if (checked.kind === "answer")
    return {
      output: checked.output,
      warnings: returnedWarnings(checked.output, event.definition, profile),
    };
  const kind = checked.kind === "invalid" ? "invalid-output" : "wrong-event";
  return unusable(kind, checked.detail, event, profile);
}

/** The author may have meant to refuse: an answer that is not valid lets the event happen. */
function unusable(
  kind: "invalid-output" | "wrong-event",
  detail: string,
  { definition }: HookEvent,
  profile: Profile,
): Reading {
  const advice = isRefusable(definition, profile)
    ? `, so it refuses nothing; to refuse, return ${refusalOn(definition)}`
    : "";
  return nonRefusingFailure(kind, `${detail}${advice}`);
}

/** Section 12 of the contract: in some profiles a callback past its limit blocks the tool. */
function readLateCallback(run: HookRun, event: HookEvent, profile: Profile): Reading {
  const late = readOutput(run, event, profile);
  const { isAboutTool, refusable } = event.definition;
  if (profile.callbackPastLimit === "non-blocking" || !isAboutTool || !refusable) return late;
  return { ...late, block: { words: "no answer within its limit", labelled: true } };
}

/** H6: a falsy result of a check blocks with its message. */
export function readCheck(
  run: HookRun,
  event: HookEvent,
  profile: Profile,
  { errorMessage }: AnswerForms["check"],
): Reading {
  if (run.end.how === "failed") return nonRefusingFailure("exit-code", run.end.cause);
  if (run.end.how !== "answered") return readOutput(run, event, profile);
  if (run.answer) return {};
  // Callers without types may give no message; then the model at least sees which hook objects (A6).
  const words = typeof errorMessage === "string" ? textOr(errorMessage, "") : "";
  return {
    block:
      words === "" ? { words: "its check failed", labelled: true } : { words, labelled: false },
  };
}
