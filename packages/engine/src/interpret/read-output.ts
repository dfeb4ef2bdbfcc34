import { opinionIn, type Profile } from "@snaphook/protocol";
import type { HookEvent } from "../stages/hook-event.ts";
import type { HookRun } from "../stages/hook-run.ts";
import type { FailureKind } from "../stages/verdict.ts";
import { answerWarnings, textWarnings } from "./answer-warnings.ts";
import { readAnswer } from "./read-answer.ts";
import { failure, nonRefusingFailure, type Reading } from "./reading.ts";

/** Reads the exit code and the output of a process (A1, A2). */
export function readOutput(run: HookRun, event: HookEvent, profile: Profile): Reading {
  const { end } = run;
  switch (end.how) {
    case "exited":
      return end.code === 0
        ? readCleanExit(run, event, profile)
        : readFailingExit(run, end.code, event, profile);
    case "killed":
      return failure("killed", withStderr(run, `killed by ${end.signal}`));
    case "timedOut":
      return readTimeout(run, end.limitMs, event, profile);
    case "cancelled":
      return nonRefusingFailure("cancelled", "cancelled by the host");
    case "gaveUp":
      return failure("gave-up", end.cause);
    case "notFound":
      return failure("not-found", end.cause);
    case "couldNotStart":
      return failure("could-not-start", end.cause);
    case "failed":
      return failure("killed", end.cause);
    default:
      return {};
  }
}

function readCleanExit({ stdout }: HookRun, { definition }: HookEvent, profile: Profile): Reading {
  const answer = readAnswer(stdout, definition, profile);
  switch (answer.kind) {
    case "answer":
      return { output: answer.output, warnings: answerWarnings(answer.output, definition) };
    case "text":
      return { text: answer.text, warnings: textWarnings(stdout, definition, profile) };
    case "wrong-event":
      return failure("wrong-event", answer.detail);
    case "too-long":
      return failure("invalid-output", answer.detail);
    case "several":
      return nonRefusingFailure("invalid-output", answer.detail);
    case "invalid":
      if (profile.invalidJson === "failure") return failure("invalid-output", answer.detail);
      return {
        ...failure("invalid-output", `${answer.detail}; read as plain text`),
        text: answer.text,
      };
  }
}

function readFailingExit(run: HookRun, code: number, event: HookEvent, profile: Profile): Reading {
  const answer = readAnswer(run.stdout, event.definition, profile);
  const taken = profile.jsonWithFailingExit === "ignored" ? undefined : answer;
  const output = taken?.kind === "answer" ? { output: taken.output } : {};
  const words = run.stderr.text.trim() || noWords;
  if (code === 2) {
    if (profile.exitTwoBlocks && !profile.exitTwoIgnoredOn.includes(event.name))
      return { ...output, block: { words, labelled: true, from: run.stderr } };
    return { ...output, ...nonRefusingFailure("exit-code", `exit 2: ${words}`) };
  }
  if (profile.jsonWithFailingExit === "honoured") {
    if (taken?.kind === "invalid") return failure("invalid-output", taken.detail);
    if (taken?.kind === "wrong-event") return failure("wrong-event", taken.detail);
  }
  return { ...output, ...failure(shellFailures[code] ?? "exit-code", `exit ${code}: ${words}`) };
}

/** Exit codes with which a shell reports that it could not run a program. */
const shellFailures: Readonly<Record<number, FailureKind>> = {
  126: "could-not-start",
  127: "not-found",
};

/** Section 12 of the contract: in some profiles a refusal that was printed before the limit applies. */
function readTimeout(run: HookRun, limitMs: number, event: HookEvent, profile: Profile): Reading {
  const late = failure("timed-out", withStderr(run, `no answer within ${limitMs / 1000} s`));
  if (profile.outputBeforeTimeout === "dropped") return late;
  const answer = readAnswer(run.stdout, event.definition, profile);
  if (answer.kind !== "answer") return late;
  const { decision } = opinionIn(profile, event.definition, answer.output);
  return decision === "deny" ? { ...late, output: answer.output } : late;
}

/** H4: 2xx with an answer or nothing; everything else is a failure. */
export function readResponse(run: HookRun, event: HookEvent, profile: Profile): Reading {
  if (run.end.how !== "responded") return readOutput(run, event, profile);
  const { status } = run.end;
  if (status < 200 || status > 299) return failure("http-status", `status ${status}`);
  if (run.stdout.text.trim() === "" && run.stdout.complete) return {};
  const answer = readAnswer(run.stdout, event.definition, profile);
  switch (answer.kind) {
    case "answer":
      return { output: answer.output, warnings: answerWarnings(answer.output, event.definition) };
    case "wrong-event":
      return failure("wrong-event", answer.detail);
    case "invalid":
    case "too-long":
      return failure("invalid-output", answer.detail);
    case "several":
    case "text":
      return failure("invalid-output", "the response body is not a single JSON object");
  }
}

const noWords = "no text on stderr";

const withStderr = ({ stderr }: HookRun, text: string): string =>
  [text, stderr.text.trim()].filter(Boolean).join("\n");
