import { profiles } from "@snaphook/protocol";
import { describe, expect, it } from "vitest";
import { answer, decide, eventNamed, type RunExample, runOf } from "../testing/read-run.ts";
import { lateMessages } from "./late-messages.ts";

const late = (said: RunExample, profile: "reference" | "claude-code" = "reference") =>
  lateMessages([{ run: runOf(said), event: eventNamed("PreToolUse") }], profiles[profile]).map(
    ({ audience, kind, text, later }) => [audience, kind, text, later ?? false],
  );

describe("background runs", () => {
  it("P12 context goes with the next request, and a decision goes to the log", () => {
    const stdout = decide("deny", {
      permissionDecisionReason: "no",
      additionalContext: "words",
    });
    expect(late({ stdout })).toEqual([
      ["model", "context", "words", true],
      ["log", "stdout", stdout, false],
      ["log", "reason", "no", false],
      ["log", "reason", "hook.sh: the call is refused: no", false],
    ]);
  });

  it("P12 plain stdout and exit 2 go to the log", () => {
    expect(late({ stdout: "words" })).toEqual([["log", "stdout", "words", false]]);
    expect(late({ code: 2, stderr: "no" }).map(([audience]) => audience)).toEqual(["log", "log"]);
  });

  it("P12 a stop goes to the log once, and never to the model", () => {
    const stdout = '{"continue":false,"stopReason":"enough"}';
    expect(late({ stdout }, "claude-code")).toEqual([
      ["log", "stdout", stdout, false],
      ["log", "stop-reason", "enough", false],
    ]);
  });

  it("H8 onFailure has no effect in the background; the user sees the failure", () => {
    const handler = { type: "command", command: "guard", onFailure: "block" } as const;
    const [only, ...more] = late({ handler, code: 1, stderr: "oops" });
    expect(only?.slice(0, 2)).toEqual(["user", "failure"]);
    expect(more).toEqual([]);
  });

  it("P11 a long context is marked to be cut", () => {
    const stdout = answer("PreToolUse", { additionalContext: "x".repeat(10_001) });
    const messages = lateMessages(
      [{ run: runOf({ stdout }), event: eventNamed("PreToolUse") }],
      profiles.reference,
    );
    expect(messages[0]).toMatchObject({ kind: "context", cut: true });
  });
});
