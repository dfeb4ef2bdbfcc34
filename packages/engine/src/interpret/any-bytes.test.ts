import { eventNames, type ProfileName, profiles } from "@snaphook/protocol";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decide, eventNamed, type RunExample, runOf, verdictOf } from "../testing/read-run.ts";
import { interpret } from "./interpret.ts";

const profile = fc.constantFrom<ProfileName[]>("reference", "claude-code", "envoy");
const event = fc.constantFrom(...eventNames);
const bytes = fc.uint8Array({ maxLength: 200 }).map((array) => new TextDecoder().decode(array));
/** Texts that look like answers, whole or broken. */
const nearAnswer = fc
  .record(
    {
      continue: fc.anything(),
      decision: fc.constantFrom("approve", "block", "allow", "deny", "perhaps", 1),
      reason: fc.anything(),
      systemMessage: fc.string(),
      hookSpecificOutput: fc.oneof(
        fc.anything(),
        fc.record(
          {
            hookEventName: event,
            permissionDecision: fc.constantFrom("allow", "deny", "ask", "defer", null),
            additionalContext: fc.anything(),
            updatedInput: fc.anything(),
            decision: fc.anything(),
          },
          { requiredKeys: [] },
        ),
      ),
    },
    { requiredKeys: [] },
  )
  .chain((value) => {
    const text = printed(value);
    return fc.oneof(
      fc.constant(text),
      fc.nat({ max: text.length }).map((length) => text.slice(0, length)),
      fc.constant(`${text}\n${text}`),
    );
  });
const text = fc.oneof(bytes, fc.string({ unit: "binary" }), fc.json(), nearAnswer);
const end = fc.oneof(
  fc.nat({ max: 255 }).map((code) => ({ how: "exited", code }) as const),
  fc.constantFrom<NonNullable<RunExample["end"]>[]>(
    { how: "killed", signal: "SIGKILL" },
    { how: "timedOut", limitMs: 5 },
    { how: "cancelled" },
    { how: "notFound", cause: "" },
    { how: "couldNotStart", cause: "" },
    { how: "responded", status: 200 },
    { how: "responded", status: 503 },
    { how: "answered" },
    { how: "failed", cause: "" },
    { how: "background" },
  ),
);
const handler = fc.constantFrom<NonNullable<RunExample["handler"]>[]>(
  { type: "command", command: "x" },
  { type: "command", command: "x", onFailure: "block" },
  { type: "http", url: "http://localhost/" },
  { type: "mcp_tool", server: "s", tool: "t" },
  { type: "prompt", prompt: "?" },
  { type: "agent", prompt: "?" },
  { type: "callback", callback: () => ({}) },
  { type: "function", callback: () => true, errorMessage: "no" },
);

/** As JSON, where it can be. */
function printed(value: unknown): string {
  try {
    return JSON.stringify(value) ?? "";
  } catch {
    return "";
  }
}

describe("whatever a hook does", () => {
  it("A1-A6, H2-H8 interpret never throws, for any bytes, end, answer and handler", () => {
    fc.assert(
      fc.property(
        fc.record({ stdout: text, stderr: bytes, end, handler, complete: fc.boolean() }),
        fc.anything({ withBigInt: true, withNullPrototype: true }),
        event,
        profile,
        (said, answer, name, as) => {
          const verdict = interpret(runOf({ ...said, answer }), eventNamed(name), profiles[as]);
          expect(["none", "allow", "ask", "defer", "deny"]).toContain(verdict.opinion.decision);
          expect(verdict.opinion.decision === "deny").toBe(verdict.ending === "blocking");
          if (verdict.opinion.decision === "deny")
            expect(verdict.opinion.reason?.trim()).toMatch(/./);
          const reasons = verdict.messages.filter(({ kind }) => kind === "reason");
          expect(reasons.filter(({ text }) => text.trim() === "")).toEqual([]);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it("F1 only a whole answer that says so grants permission", () => {
    fc.assert(
      fc.property(fc.oneof(bytes, fc.json()), fc.nat({ max: 255 }), profile, (stdout, code, as) => {
        expect(verdictOf("PreToolUse", as, { stdout, code }).opinion.decision).not.toBe("allow");
      }),
    );
    const whole = decide("allow");
    fc.assert(
      fc.property(fc.nat({ max: whole.length - 1 }), profile, (length, as) => {
        const stdout = whole.slice(0, length);
        expect(verdictOf("PreToolUse", as, { stdout }).opinion.decision).toBe("none");
      }),
    );
  });
});
