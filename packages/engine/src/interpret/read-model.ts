import type { AnswerForms, CommonOutput, Profile } from "@snaphook/protocol";
import type { HookEvent } from "../stages/hook-event.ts";
import type { HookRun } from "../stages/hook-run.ts";
import { textOr } from "../text/text-or.ts";
import { jsonCopy } from "./json-copy.ts";
import { readOutput } from "./read-output.ts";
import { failure, type Reading } from "./reading.ts";

/** H2: a prompt's answer `{ok, reason?}`; `ok: false` blocks and, except at the end of a turn, may end the turn. */
export function readPrompt(
  run: HookRun,
  event: HookEvent,
  profile: Profile,
  { continueOnBlock }: AnswerForms["prompt"],
): Reading {
  if (run.end.how !== "answered") return readUnanswered(run, event, profile);
  const answered = jsonCopy(run.answer);
  const answer = readOk(answered);
  if (!answer) return readDecisionAnswer(answered, profile);
  if (answer.ok) return {};
  const block = { words: textOr(answer.reason, noReason), labelled: true };
  const { outcome, exitCodeOnly } = event.definition;
  if (profile.promptNotOk === "blocks" || exitCodeOnly) return { block };
  if (outcome === "turn-end") return answer.impossible ? {} : { block };
  return { block: { ...block, endsTurn: !continueOnBlock } };
}

/** H3: an agent's answer; the model sees only the reason, or with a tool result the label too. */
export function readAgent(run: HookRun, event: HookEvent, profile: Profile): Reading {
  if (run.end.how !== "answered") return readUnanswered(run, event, profile);
  const answer = readOk(jsonCopy(run.answer));
  if (!answer) return wrongShape;
  if (answer.ok) return {};
  return {
    block: {
      words: textOr(answer.reason, "the condition of an agent hook is not met; it gave no reason"),
      labelled: event.definition.outcome === "result",
    },
  };
}

const wrongShape = failure("model-error", "the answer is not {ok, reason}");

function readUnanswered(run: HookRun, event: HookEvent, profile: Profile): Reading {
  if (run.end.how === "failed") return failure("model-error", run.end.cause);
  return readOutput(run, event, profile);
}

/** Section 12 of the contract: some profiles accept an answer with the older `decision`. */
function readDecisionAnswer(answered: CommonOutput | undefined, profile: Profile): Reading {
  if (profile.promptDecisionAnswer === "wrong-shape" || answered === undefined) return wrongShape;
  const { decision, reason, continue: goesOn, stopReason, systemMessage } = answered;
  const fits =
    profile.decisionWords.some((word) => word === decision) &&
    (goesOn === undefined || typeof goesOn === "boolean") &&
    [reason, stopReason, systemMessage].every(isTextOrNone);
  if (!fits) return wrongShape;
  const output = { continue: goesOn, stopReason, systemMessage };
  if (decision === "block" || decision === "deny")
    return { output, block: { words: textOr(reason, noReason), labelled: true } };
  return { output: { ...output, decision, reason } };
}

const isTextOrNone = (value: unknown): boolean => value === undefined || typeof value === "string";

const noReason = "the answer was no";

function readOk(answer: CommonOutput | undefined) {
  if (typeof answer?.["ok"] !== "boolean" || !isTextOrNone(answer.reason)) return undefined;
  const { ok, reason = "", impossible } = answer;
  return { ok, reason, impossible: impossible === true };
}
