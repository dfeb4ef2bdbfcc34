import { type ProfileName, profiles } from "@snaphook/protocol";
import { describe, expect, it } from "vitest";
import { answer, decide, eventNamed, type RunExample, runOf } from "../testing/read-run.ts";
import { lateMessages } from "./late-messages.ts";

const late = (
  said: RunExample,
  { profile = "reference", wakes = false }: { profile?: ProfileName; wakes?: boolean } = {},
) =>
  lateMessages(
    [{ run: runOf(said), event: eventNamed("PreToolUse"), wakes }],
    profiles[profile],
  ).map(({ audience, kind, text, later }) => [audience, kind, text, later ?? false]);

const noEffect = "has no effect, because the hook runs in the background";

describe("background runs", () => {
  it("P12 context goes with the next request; a decision goes to the log, and the user sees that it has no effect", () => {
    const stdout = decide("deny", {
      permissionDecisionReason: "no",
      additionalContext: "words",
    });
    expect(late({ stdout })).toEqual([
      ["model", "context", "words", true],
      ["log", "stdout", stdout, false],
      ["log", "reason", "no", false],
      ["log", "reason", "hook.sh: the call is refused: no", false],
      ["user", "warning", `hook.sh: the decision "deny" ${noEffect}`, false],
    ]);
  });

  it("P12 plain stdout and exit 2 go to the log, and the user sees that exit 2 has no effect", () => {
    expect(late({ stdout: "words" })).toEqual([["log", "stdout", "words", false]]);
    expect(late({ code: 2, stderr: "no\nreally" })).toEqual([
      ["log", "reason", "[hook.sh]: no\nreally", false],
      ["log", "reason", "hook.sh: the call is refused: no…", false],
      ["user", "warning", `hook.sh: exit 2 ${noEffect}: no…`, false],
    ]);
  });

  it("P12 the user sees that an exit 2 woke the model", () => {
    const shown = late({ code: 2, stderr: "the build broke" }, { wakes: true });
    expect(shown.at(-1)).toEqual([
      "user",
      "warning",
      "hook.sh: exit 2 woke the model: the build broke",
      false,
    ]);
    expect(late({ stdout: "fine" }, { wakes: true })).toEqual([["log", "stdout", "fine", false]]);
  });

  it("A3 the user sees a part of a late answer that has no effect", () => {
    expect(late({ stdout: '{"permissionDecision":"deny"}' }).at(-1)?.slice(0, 2)).toEqual([
      "user",
      "warning",
    ]);
  });

  it("P12 a stop goes to the log once, and never to the model", () => {
    const stdout = '{"continue":false,"stopReason":"enough"}';
    expect(late({ stdout }, { profile: "claude-code" })).toEqual([
      ["log", "stdout", stdout, false],
      ["log", "stop-reason", "enough", false],
      ["user", "warning", `hook.sh: continue: false ${noEffect}`, false],
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
      [{ run: runOf({ stdout }), event: eventNamed("PreToolUse"), wakes: false }],
      profiles.reference,
    );
    expect(messages[0]).toMatchObject({ kind: "context", cut: true });
  });
});
