import type { Profile } from "@snaphook/protocol";
import type { HookEvent } from "../stages/hook-event.ts";
import type { HookRun } from "../stages/hook-run.ts";
import { readAnswer } from "./read-answer.ts";
import { readOutput } from "./read-output.ts";
import { failure, type Reading } from "./reading.ts";

/** H4: 2xx with an answer or nothing; everything else is a failure. */
export function readHttp(run: HookRun, event: HookEvent, profile: Profile): Reading {
  if (run.end.how !== "responded") return readOutput(run, event, profile);
  const { status } = run.end;
  if (status < 200 || status > 299) return failure("http-status", `status ${status}`);
  if (run.stdout.text.trim() === "" && run.stdout.complete) return { said: "nothing" };
  const answer = readAnswer(run.stdout, event.definition, profile);
  if (answer.kind === "answer") return { said: "answer", output: answer.output };
  if (answer.kind === "wrong-event") return failure("wrong-event", answer.detail);
  const detail = answer.kind === "invalid" ? answer.detail : "the body is not a JSON object";
  return failure("invalid-output", detail);
}
