import type { Profile } from "@snaphook/protocol";
import type { HookEvent } from "../stages/hook-event.ts";
import type { HookRun } from "../stages/hook-run.ts";
import { checkAnswer } from "./read-answer.ts";
import { labelled, readOutput } from "./read-output.ts";
import { failure, type Reading } from "./reading.ts";

/** H6: what a callback returned; one past its limit blocks where the profile says so. */
export function readCallback(run: HookRun, event: HookEvent, profile: Profile): Reading {
  if (run.end.how === "timedOut" && profile.callbackPastLimit === "blocks")
    return { said: "block", text: labelled(run, "no answer within its limit") };
  if (run.end.how === "failed") return failure("exit-code", run.end.cause, false);
  if (run.end.how !== "answered") return readOutput(run, event, profile);
  const { answer } = run;
  if (answer === undefined || answer === null) return { said: "nothing" };
  if (typeof answer !== "object")
    return failure("invalid-output", "the callback returned no object", false);
  if ("async" in answer && answer.async === true) return { said: "nothing" };
  const checked = checkAnswer(answer, "", event.definition, profile);
  if (checked.kind === "answer") return { said: "answer", output: checked.output };
  const kind = checked.kind === "wrong-event" ? "wrong-event" : "invalid-output";
  return failure(kind, "detail" in checked ? checked.detail : "not an answer", false);
}

/** H6: a function's falsy result blocks with its message. */
export function readFunction(run: HookRun, event: HookEvent, profile: Profile): Reading {
  if (run.end.how === "failed") return failure("exit-code", run.end.cause, false);
  if (run.end.how !== "answered") return readOutput(run, event, profile);
  const { handler } = run.planned;
  if (run.answer) return { said: "nothing" };
  return { said: "block", text: handler.type === "function" ? handler.errorMessage : "" };
}
