import type { Profile } from "@snaphook/protocol";
import type { HookEvent } from "../stages/hook-event.ts";
import type { HookRun } from "../stages/hook-run.ts";
import { checkAnswer } from "./read-answer.ts";
import { labelled, readOutput } from "./read-output.ts";
import { failure, type Reading } from "./reading.ts";

/** H2: a prompt's answer `{ok, reason?}`; a no blocks, and elsewhere than at the end of a turn may end it. */
export function readPrompt(run: HookRun, event: HookEvent, profile: Profile): Reading {
  if (run.end.how !== "answered") return readUnanswered(run, event, profile);
  const answer = readOk(run.answer);
  if (!answer) return readDecisionAnswer(run, event, profile);
  if (answer.ok) return { said: "nothing" };
  const text = labelled(run, answer.reason ?? "the answer was no");
  const isTurnEnd = event.definition.outcome === "turn-end";
  if (profile.promptNotOk === "blocks") return { said: "block", text };
  if (isTurnEnd) return answer.impossible ? { said: "nothing" } : { said: "block", text };
  const { handler } = run.planned;
  const goesOn = handler.type === "prompt" && handler.continueOnBlock === true;
  return { said: "block", text, endsTurn: !goesOn };
}

/** H3: an agent's answer; the model sees the reason alone, beside a result the label too. */
export function readAgent(run: HookRun, event: HookEvent, profile: Profile): Reading {
  if (run.end.how !== "answered") return readUnanswered(run, event, profile);
  const answer = readOk(run.answer);
  if (!answer) return failure("model-error", "the answer is not {ok, reason}", false);
  if (answer.ok) return { said: "nothing" };
  const reason = answer.reason ?? "the answer was no";
  return {
    said: "block",
    text: event.definition.outcome === "result" ? labelled(run, reason) : reason,
  };
}

function readUnanswered(run: HookRun, event: HookEvent, profile: Profile): Reading {
  if (run.end.how === "failed") return failure("model-error", run.end.cause, false);
  return readOutput(run, event, profile);
}

/** SPEC 12: an answer in the words of a command hook, where the profile takes one. */
function readDecisionAnswer(run: HookRun, event: HookEvent, profile: Profile): Reading {
  const isObject = typeof run.answer === "object" && run.answer !== null;
  if (profile.promptDecisionAnswer === "accepted" && isObject && "decision" in run.answer) {
    const checked = checkAnswer(run.answer, "", event.definition, profile);
    if (checked.kind === "answer") return { said: "answer", output: checked.output };
  }
  return failure("model-error", "the answer is not {ok, reason}", false);
}

function readOk(
  answer: unknown,
): { ok: boolean; reason?: string; impossible?: boolean } | undefined {
  if (typeof answer !== "object" || answer === null || !("ok" in answer)) return undefined;
  const { ok } = answer;
  if (typeof ok !== "boolean") return undefined;
  const reason = "reason" in answer ? answer.reason : undefined;
  if (reason !== undefined && typeof reason !== "string") return undefined;
  return {
    ok,
    ...(reason === undefined ? {} : { reason }),
    impossible: "impossible" in answer && answer.impossible === true,
  };
}
