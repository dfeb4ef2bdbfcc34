import type { Profile } from "@snaphook/protocol";
import type { HookEvent } from "../stages/hook-event.ts";
import type { HookRun } from "../stages/hook-run.ts";
import { readAnswer } from "./read-answer.ts";
import { readOutput } from "./read-output.ts";
import { failure, mereFailure, type Reading } from "./reading.ts";

/** H4: 2xx with an answer or nothing; everything else is a failure. */
export function readHttp(run: HookRun, event: HookEvent, profile: Profile): Reading {
  if (run.end.how !== "responded") return readOutput(run, event, profile);
  const { status } = run.end;
  if (status < 200 || status > 299) return failure("http-status", `status ${status}`);
  if (run.stdout.text.trim() === "" && run.stdout.complete) return {};
  const answer = readAnswer(run.stdout, event.definition, profile);
  switch (answer.kind) {
    case "answer":
      return { output: answer.output };
    case "wrong-event":
      return failure("wrong-event", answer.detail);
    case "invalid":
      return failure("invalid-output", answer.detail);
    case "several":
    case "text":
      return mereFailure("invalid-output", "the body is not one JSON object");
  }
}
