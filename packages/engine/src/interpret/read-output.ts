import type { Profile } from "@snaphook/protocol";
import type { HookEvent } from "../stages/hook-event.ts";
import type { HookRun } from "../stages/hook-run.ts";
import { type Answer, readAnswer } from "./read-answer.ts";
import { failure, type Reading } from "./reading.ts";

/** What a process said by its exit code and its output (A1, A2). */
export function readOutput(run: HookRun, event: HookEvent, profile: Profile): Reading {
  const { end } = run;
  switch (end.how) {
    case "exited":
      return readExit(run, end.code, event, profile);
    case "killed":
      return failure("killed", `killed by ${end.signal}`);
    case "timedOut":
      return readTimeout(run, end.limitMs, event, profile);
    case "cancelled":
      return failure("cancelled", "cancelled by the host", false);
    case "notFound":
      return failure("not-found", end.cause);
    case "couldNotStart":
      return failure("could-not-start", end.cause);
    default:
      return { said: "nothing" };
  }
}

function readExit(run: HookRun, code: number, event: HookEvent, profile: Profile): Reading {
  const answer = readAnswer(run.stdout, event.definition, profile);
  if (code === 0) return readCleanExit(answer, profile);
  const honoured = profile.jsonWithFailingExit === "ignored" ? undefined : answer;
  const output = honoured?.kind === "answer" ? honoured.output : undefined;
  if (code === 2 && blocksWithTwo(event, profile)) {
    const blockText = labelled(run, run.stderr.text.trim() || "no text on stderr");
    return output ? { said: "answer", output, blockText } : { said: "block", text: blockText };
  }
  if (output) return { said: "answer", output };
  if (profile.jsonWithFailingExit === "honoured" && honoured?.kind === "invalid")
    return failure("invalid-output", honoured.detail);
  return failure(failureOf[code] ?? "exit-code", exitText(run, code), code !== 2);
}

/** What a shell says by its exit code about a program it could not run. */
const failureOf: Readonly<Record<number, "not-found" | "could-not-start">> = {
  126: "could-not-start",
  127: "not-found",
};

const blocksWithTwo = ({ name }: HookEvent, profile: Profile): boolean =>
  profile.exitTwoBlocks && !profile.exitTwoIgnoredOn.includes(name);

function readCleanExit(answer: Answer, profile: Profile): Reading {
  if (answer.kind === "wrong-event") return failure("wrong-event", answer.detail);
  if (answer.kind !== "invalid") return said(answer);
  if (profile.invalidJson === "failure") return failure("invalid-output", answer.detail);
  return {
    said: "text",
    text: answer.text,
    warning: `read as plain text, because ${answer.detail}`,
  };
}

/** SPEC 12: a refusal that was complete before the limit counts, where the profile says so. */
function readTimeout(run: HookRun, limitMs: number, event: HookEvent, profile: Profile): Reading {
  if (profile.outputBeforeTimeout === "complete-deny-counts") {
    const answer = readAnswer(run.stdout, event.definition, profile);
    if (answer.kind === "answer" && event.definition.opinion(answer.output).decision === "deny")
      return { said: "answer", output: answer.output };
  }
  return failure("timed-out", `no answer within ${limitMs / 1000} s`);
}

const said = (answer: Answer): Reading => {
  if (answer.kind === "answer") return { said: "answer", output: answer.output };
  return answer.kind === "text" ? { said: "text", text: answer.text } : { said: "nothing" };
};

/** A2: the label is the command with its args. */
export const labelled = ({ planned }: HookRun, text: string): string =>
  `[${planned.hook.label}]: ${text}`;

const exitText = ({ stderr }: HookRun, code: number): string =>
  `exit ${code}: ${stderr.text.trim() || "no text on stderr"}`;
