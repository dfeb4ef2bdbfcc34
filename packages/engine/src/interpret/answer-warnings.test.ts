import { type EventName, eventNames, events, type ProfileName } from "@snaphook/protocol";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { answer, decide, verdictOf } from "../testing/read-run.ts";

const warningsOf = (
  stdout: string,
  name: EventName = "PreToolUse",
  profile: ProfileName = "reference",
) => {
  const { warnings, messages, opinion } = verdictOf(name, profile, { stdout });
  const shown = messages.filter(({ kind }) => kind === "warning");
  expect(shown.map(({ audience, text }) => `${audience} ${text}`)).toEqual(
    warnings.map((text) => `user hook.sh: ${text}`),
  );
  return { warnings: warnings.join(), decision: opinion.decision };
};
const json = (value: object) => JSON.stringify(value);
const deny = { permissionDecision: "deny", permissionDecisionReason: "no" };

describe("A3 an answer with a part that has no effect is said, and means what it meant", () => {
  it.each([
    [json(deny), '"permissionDecision" has no effect at the top level'],
    [json({ hookSpecificOuput: deny }), 'has no effect in "hookSpecificOuput"'],
    [json({ output: deny }), '"permissionDecision" has no effect in "output"'],
    [
      json({ hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecison: "deny" } }),
      'did you mean "permissionDecision"?',
    ],
    [
      json({ hookSpecificOutput: { hookEventName: "PreToolUse", decision: "block" } }),
      "belongs at the top level",
    ],
    [
      answer("PreToolUse", { updatedToolOutput: {} }),
      '"updatedToolOutput" has no effect on PreToolUse',
    ],
    [json({ sytemMessage: "x" }), 'did you mean "systemMessage"?'],
  ])("%s", (stdout, text) => {
    const { warnings, decision } = warningsOf(stdout);
    expect(warnings).toContain(text);
    expect(decision).toBe("none");
  });
});

describe("A1 text that looks like an answer is said, and stays text", () => {
  it.each([
    ['{"hookSpecificOutput": {"permissionDecision": "deny"', "it breaks off"],
    ['{"decision": "block",}', "it is not valid JSON"],
    [`${decide("deny")}\n${decide("deny")}`, "there are several"],
    [`${decide("deny")} done`, "there is text after it"],
    [decide("deny").slice(0, -1), "it breaks off"],
    [decide("deny").slice(0, -3), "it breaks off"],
    [`checking …\n${decide("deny")}`, "text around a JSON answer"],
  ])("%s", (stdout, text) => {
    const { warnings, decision } = warningsOf(stdout);
    expect(warnings).toContain(text);
    expect(decision).toBe("none");
  });

  it("P11 an answer that was cut is a failure", () => {
    const cut = verdictOf("PreToolUse", "reference", { stdout: '{"a": "', complete: false });
    const detail = expect.stringMatching(/^the answer is too long to be read: \d+ bytes/);
    expect(cut).toMatchObject({ failure: { kind: "invalid-output", detail }, warnings: [] });
  });
});

it.each([
  [decide("deny"), "PreToolUse"],
  [json({ decision: "block", reason: "no" }), "PreToolUse"],
  [json({ async: true, asyncTimeout: 5 }), "PreToolUse"],
  [json({ myOwnKey: { a: 1 }, id: 5 }), "PreToolUse"],
  ["all fine", "PreToolUse"],
  ["", "PreToolUse"],
  ["the decision: go on", "SessionStart"],
] as const)("nothing is said about %s", (stdout, name) => {
  expect(warningsOf(stdout, name).warnings).toBe("");
});

it("nothing is said where the profile reads no JSON", () => {
  expect(warningsOf('{"a":', "SessionStart", "envoy").warnings).toBe("");
});

it("A5 nothing is said about an answer that has only fields of its event", () => {
  fc.assert(
    fc.property(fc.constantFrom(...eventNames), (name) => {
      const { outputFields, exitCodeOnly } = events[name];
      if (exitCodeOnly) return;
      const fields = Object.fromEntries(outputFields.map((field) => [field, "x"]));
      const stdout = answer(name, fields, { continue: true, systemMessage: "m" });
      expect(verdictOf(name, "reference", { stdout }).warnings).toEqual([]);
    }),
  );
});
