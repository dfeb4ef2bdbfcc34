import { events, profiles } from "@snaphook/protocol";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hookRun } from "../testing/hook-run.ts";
import { interpret } from "./interpret.ts";

const event = { name: "PreToolUse", definition: events.PreToolUse, input: {} } as const;
const { reference } = profiles;
const claudeCode = profiles["claude-code"];
const answer = (permissionDecision: string, more: object = {}) =>
  JSON.stringify({
    ...more,
    hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision },
  });

describe("interpret", () => {
  it("A1 reads one JSON object, trimmed and without a byte-order mark", () => {
    const run = hookRun({ stdout: `\uFEFF  ${answer("allow")}\n` });
    expect(interpret(run, event, reference).opinion.decision).toBe("allow");
  });

  it.each(["ready", "[1]", `${answer("deny")} trailing`, "{broken"])(
    "A1 %j is plain text",
    (stdout) => {
      const verdict = interpret(hookRun({ stdout }), event, reference);
      expect(verdict).toMatchObject({ ending: "success", opinion: { decision: "none" } });
      expect(verdict.messages).toMatchObject([{ audience: "verbose", text: stdout }]);
    },
  );

  it("A2 exit 2 blocks with stderr behind the label", () => {
    const verdict = interpret(
      hookRun({ code: 2, stderr: "no\n", label: "guard.sh" }),
      event,
      reference,
    );
    expect(verdict.ending).toBe("blocking");
    expect(verdict.opinion).toEqual({ decision: "deny", reason: "[guard.sh]: no" });
  });

  it("A2 exit 2 without a word still blocks", () => {
    const { opinion } = interpret(hookRun({ code: 2 }), event, reference);
    expect(opinion).toMatchObject({
      decision: "deny",
      reason: expect.stringContaining("no text on stderr"),
    });
  });

  it("A2 another exit is a failure the user hears of, and no refusal", () => {
    const verdict = interpret(hookRun({ code: 1, stderr: "oops" }), event, reference);
    expect(verdict.failure).toEqual({ kind: "exit-code", detail: "exit 1: oops" });
    expect(verdict.opinion.decision).toBe("none");
    expect(verdict.messages).toMatchObject([{ audience: "user" }]);
  });

  it("A4, SPEC 12 an answer of the wrong shape is reported: plain text in reference, a failure in claude-code", () => {
    const run = hookRun({ stdout: answer("perhaps") });
    const path = "hookSpecificOutput.permissionDecision";
    expect(interpret(run, event, reference)).toMatchObject({
      failure: undefined,
      opinion: { decision: "none" },
      messages: [
        { audience: "verbose" },
        { audience: "user", text: expect.stringContaining(path) },
      ],
    });
    expect(interpret(run, event, claudeCode).failure).toMatchObject({
      kind: "invalid-output",
      detail: expect.stringContaining(path),
    });
  });

  it("A6 of an old and a new decision the stricter wins; a refusal without a reason has one", () => {
    const both = hookRun({ stdout: answer("allow", { decision: "block" }) });
    expect(interpret(both, event, reference).opinion).toMatchObject({
      decision: "deny",
      reason: expect.stringContaining("Refused by"),
    });
  });

  it("SPEC 12, JSON with exit ≠ 0: ignored in reference, honoured in claude-code", () => {
    const run = hookRun({ code: 1, stdout: answer("deny") });
    expect(interpret(run, event, reference).opinion.decision).toBe("none");
    expect(interpret(run, event, claudeCode).opinion.decision).toBe("deny");
    const allow = hookRun({ code: 2, stdout: answer("allow"), stderr: "no" });
    expect(interpret(allow, event, claudeCode).opinion).toMatchObject({ decision: "deny" });
  });

  it("A1-A6 no bytes make it throw, and only a whole answer grants permission", () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 0, max: 255 }), (stdout, code) => {
        expect(interpret(hookRun({ stdout, code }), event, reference).opinion.decision).not.toBe(
          "allow",
        );
      }),
    );
  });
});
