import { opinionIn, type Profile } from "@snaphook/protocol";
import type { HookEvent } from "../stages/hook-event.ts";
import type { HookRun } from "../stages/hook-run.ts";
import type { FailureKind } from "../stages/verdict.ts";
import { cancelledByHost } from "../text/cancelled-by-host.ts";
import { answerWarnings, textWarnings } from "./answer-warnings.ts";
import { type Answer, readAnswer } from "./read-answer.ts";
import { failure, nonRefusingFailure, type Reading } from "./reading.ts";
import { refusesInText } from "./refusal-words.ts";

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
      return nonRefusingFailure("cancelled", cancelledByHost);
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
      return {
        output: answer.output,
        warnings: answerWarnings(answer.output, definition, profile),
      };
    case "text":
      return {
        text: answer.text,
        warnings: textWarnings(stdout, definition, profile),
        refusesInText: refusesInText(answer.text),
      };
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
  const warnings = taken ? [] : ignoredAnswer(answer, run, code, event, profile);
  if (code === 2) {
    if (profile.exitTwoBlocks && !profile.exitTwoIgnoredOn.includes(event.name))
      return { ...output, block: { words, labelled: true, from: run.stderr }, warnings };
    return { ...output, ...nonRefusingFailure("exit-code", `exit 2: ${words}`), warnings };
  }
  if (profile.jsonWithFailingExit === "honoured") {
    if (taken?.kind === "invalid") return failure("invalid-output", taken.detail);
    if (taken?.kind === "wrong-event") return failure("wrong-event", taken.detail);
  }
  const failed = failure(shellFailures[code] ?? "exit-code", `exit ${code}: ${words}`);
  return { ...output, ...failed, warnings };
}

/** A2: a decision on stdout that the exit code makes void. With exit 2, only if the reason is lost with it. */
function ignoredAnswer(
  answer: Answer,
  { stderr }: HookRun,
  code: number,
  { definition }: HookEvent,
  profile: Profile,
): readonly string[] {
  if (answer.kind !== "answer" || (code === 2 && stderr.text.trim() !== "")) return [];
  const { decision } = opinionIn(profile, definition, answer.output);
  if (decision === "none" && answer.output.continue !== false) return [];
  return [
    code === 2
      ? "the answer on stdout is not read when a hook exits with 2; exit with 0, or print the reason on stderr"
      : `the answer on stdout is not read when a hook exits with ${code}; exit with 0`,
  ];
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
      return {
        output: answer.output,
        warnings: answerWarnings(answer.output, event.definition, profile),
      };
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
