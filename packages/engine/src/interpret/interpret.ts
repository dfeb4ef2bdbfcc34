import type { CommonOutput, Opinion, Profile } from "@snaphook/protocol";
import type { HookEvent } from "../stages/hook-event.ts";
import type { HookRun } from "../stages/hook-run.ts";
import type { FailureKind, Message, Verdict } from "../stages/verdict.ts";
import { readAnswer } from "./read-answer.ts";

const noOpinion: Opinion = { decision: "none" };

/** What one run means (A1-A6). Total: every run has a verdict, whatever its bytes. */
export function interpret(run: HookRun, event: HookEvent, profile: Profile): Verdict {
  const { end } = run;
  switch (end.how) {
    case "couldNotStart":
      return failed(run, "could-not-start", end.cause);
    case "timedOut":
      return failed(run, "timed-out", `no answer within ${end.limitMs} ms`);
    case "cancelled":
      return failed(run, "cancelled", "cancelled by the host");
    case "killed":
      return failed(run, "killed", `killed by ${end.signal}`);
    case "exited":
      return answerOf(run, end.code, event, profile) ?? exitCodeOf(run, end.code);
  }
}

/** What stdout answers, where it counts beside this exit code; a refusal counts beside exit 2 too. */
function answerOf(
  run: HookRun,
  code: number,
  event: HookEvent,
  profile: Profile,
): Verdict | undefined {
  if (code !== 0 && profile.jsonWithFailingExit === "ignored") return undefined;
  const answer = readAnswer(run.stdout, event.definition);
  if (answer.kind === "text") return undefined;
  if (answer.kind === "invalid")
    return code === 2 ? undefined : failed(run, "invalid-output", answer.detail);
  const opinion = event.definition.opinion(answer.output);
  if (code === 2 && opinion.decision !== "deny") return undefined;
  return answered(run, opinion, answer.output);
}

/** What the exit code alone says (A2). */
function exitCodeOf(run: HookRun, code: number): Verdict {
  if (code === 0) return { ...silent(run), messages: logged(run, run.stdout.text) };
  if (code === 2) return blocked(run);
  const stderr = run.stderr.text.trim() || "nothing on stderr";
  return failed(run, "exit-code", `exit ${code}: ${stderr}`);
}

function answered(run: HookRun, opinion: Opinion, output: CommonOutput): Verdict {
  const messages: Message[] = [];
  if (opinion.additionalContext) messages.push(message(run, "model", opinion.additionalContext));
  if (output.systemMessage) messages.push(message(run, "user", output.systemMessage));
  const deny = opinion.decision === "deny";
  return {
    ...silent(run),
    ending: deny ? "blocking" : "success",
    opinion: deny
      ? { ...opinion, reason: opinion.reason ?? `Refused by ${run.planned.hook.label}` }
      : opinion,
    stop:
      output.continue === false ? { reason: output.stopReason ?? "Stopped by hook" } : undefined,
    messages,
  };
}

/** A2: exit 2 blocks; the text is stderr behind the hook's label. */
function blocked(run: HookRun): Verdict {
  const text = run.stderr.text.trim() || "blocked without a word on stderr";
  return {
    ...silent(run),
    ending: "blocking",
    opinion: { decision: "deny", reason: `[${run.planned.hook.label}]: ${text}` },
  };
}

/** A failure decides nothing; the user learns of it. */
function failed(run: HookRun, kind: FailureKind, detail: string): Verdict {
  const cancelled = kind === "timed-out" || kind === "cancelled";
  return {
    ...silent(run),
    ending: cancelled ? "cancelled" : "non-blocking-error",
    failure: { kind, detail },
    messages: [message(run, "user", `${run.planned.hook.label}: ${detail}`)],
  };
}

const silent = (run: HookRun): Verdict => ({
  run,
  ending: "success",
  opinion: noOpinion,
  stop: undefined,
  failure: undefined,
  messages: [],
});

const message = (run: HookRun, audience: Message["audience"], text: string): Message => ({
  audience,
  text,
  hook: { id: run.planned.hook.id, label: run.planned.hook.label },
});

const logged = (run: HookRun, text: string): readonly Message[] =>
  text === "" ? [] : [message(run, "log", text)];
