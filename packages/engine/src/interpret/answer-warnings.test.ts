import { type EventName, eventNames, events, type ProfileName, profiles } from "@snaphook/protocol";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { answer, decide, eventNamed, runOf, verdictOf } from "../testing/read-run.ts";
import { interpret } from "./interpret.ts";

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

const asPreToolUse =
  'print {"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": "…"}}, or exit with 2';

describe("A3 an answer that decides nothing and was meant to is said", () => {
  it.each([
    [json({ block: true }), '"block"'],
    [json({ ok: false }), '"ok"'],
    [json({ permission: "deny" }), '"permission"'],
    [json({ behavior: "deny", message: "no" }), '"behavior"'],
    [json({ systemMessage: "no", allow: false }), '"allow"'],
    [json({ verdict: { a: 1 }, id: 5 }), '"verdict", "id"'],
    [answer("PreToolUse", { behavior: "deny" }), '"behavior"'],
  ])("%s names its key and how to refuse", (stdout, keys) => {
    for (const profile of ["reference", "claude-code"] as const) {
      const { warnings, decision } = warningsOf(stdout, "PreToolUse", profile);
      expect(warnings).toMatch(/^an answer has no keys? /);
      expect(warnings).toContain(
        `${keys}, so this one refuses nothing; to refuse, ${asPreToolUse}`,
      );
      expect(decision).toBe("none");
    }
  });

  it.each([
    [json({ reason: "no" }), '"reason" has no effect without "decision": "block"'],
    [json({ stopReason: "no" }), '"stopReason" has no effect without "continue": false'],
    [
      answer("PreToolUse", { permissionDecisionReason: "no" }),
      '"permissionDecisionReason" has no effect without "permissionDecision"',
    ],
    ['[{"decision":"block"}]', "stdout is a JSON list"],
    ['[{"block":true}]', "stdout is a JSON list"],
    ["deny", `stdout is plain text, so it refuses nothing; to refuse, ${asPreToolUse}`],
  ])("%s", (stdout, text) => {
    const { warnings, decision } = warningsOf(stdout);
    expect(warnings).toContain(text);
    expect(decision).toBe("none");
  });

  it.each([
    ["Stop", { block: true }, 'print {"decision": "block", "reason": "…"}, or exit with 2'],
    [
      "PermissionRequest",
      { behavior: "deny" },
      '"decision": {"behavior": "deny", "message": "…"}}}, or exit with 2',
    ],
  ] as const)("on %s it says how that event is refused", (name, value, advice) => {
    expect(warningsOf(json(value), name).warnings).toContain(advice);
  });

  it("A2 a decision beside an exit code with which it is not read", () => {
    const warningsWith = (code: number, stderr = "") =>
      verdictOf("PreToolUse", "reference", { stdout: decide("deny"), code, stderr }).warnings;
    expect(warningsWith(1)).toEqual([
      "the answer on stdout is not read when a hook exits with 1; exit with 0",
    ]);
    expect(warningsWith(2)).toEqual([
      "the answer on stdout is not read when a hook exits with 2; exit with 0, or print the reason on stderr",
    ]);
    expect(warningsWith(2, "because")).toEqual([]);
    const honoured = verdictOf("PreToolUse", "claude-code", { stdout: decide("deny"), code: 1 });
    expect(honoured.warnings).toEqual([]);
  });
});

describe("A6 a decision that an event ignores is said, on every event of the table", () => {
  const profileNames = ["reference", "claude-code"] as const;

  it.each(eventNames)(
    "%s either refuses for decision: block, or says that it has no effect",
    (name) => {
      for (const profile of profileNames) {
        const { warnings, decision } = warningsOf(
          json({ decision: "block", reason: "no" }),
          name,
          profile,
        );
        if (decision === "deny") expect(warnings).toBe("");
        else
          expect(warnings).toMatch(new RegExp(`^"decision": "block" has no effect on ${name}\\b`));
      }
    },
  );

  it.each([
    ["TeammateIdle", "so this answer refuses nothing; to refuse, exit with 2"],
    ["TaskCompleted", "so this answer refuses nothing; to refuse, exit with 2"],
    ["WorktreeCreate", "so this answer refuses nothing; to refuse, exit with 2"],
    ["Elicitation", '"hookEventName": "Elicitation", "action": "decline"}}, or exit with 2'],
    ["SessionStart", "which no hook can refuse"],
    ["SessionEnd", "which no hook can refuse"],
    ["MessageDisplay", "which no hook can refuse"],
  ] as const)("on %s it says what to do", (name, advice) => {
    expect(warningsOf(json({ decision: "block" }), name).warnings).toContain(advice);
  });

  it.each(eventNames)("%s says which fields of other events it ignores", (name) => {
    const others = eventNames.flatMap((other) => events[other].outputFields);
    for (const field of new Set(others)) {
      if (events[name].outputFields.includes(field)) continue;
      const { warnings } = warningsOf(answer(name, { [field]: "x" }), name);
      expect(warnings).toContain(`"${field}" has no effect`);
    }
  });

  it("a reason alone is said without advice that does not work there", () => {
    expect(warningsOf(json({ reason: "no" }), "SessionStart").warnings).toBe(
      '"reason" has no effect on SessionStart',
    );
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
  [json({ myOwnKey: { a: 1 }, id: 5 }), "PostToolUse"],
  [json({ hook_event_name: "PreToolUse", session_id: "s", tool_name: "Bash" }), "PreToolUse"],
  [json({ systemMessage: "x", tag: 1 }), "PreToolUse"],
  [json({ ok: true, status: "ok" }), "PostToolUse"],
  [json({ decision: "approve", reason: "fine", ok: true }), "PreToolUse"],
  [json({ continue: true, stopReason: "x" }), "Stop"],
  ["no problem found", "PreToolUse"],
  ["{}", "PreToolUse"],
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

it("P11 output that was too long to be kept is said, with where the rest is", () => {
  const run = runOf({ stdout: "x" });
  const flood = { ...run, stdout: { text: "x", bytes: 30_000_000, complete: false, file: "/all" } };
  const warnings = (name: EventName) =>
    interpret(flood, eventNamed(name), profiles.reference).warnings;
  expect(warnings("PreToolUse")).toEqual([
    "stdout has 30000000 bytes, of which only the first 1048576 are used; the whole text is in /all",
  ]);
  // There the text for the model says so.
  expect(warnings("SessionStart")).toEqual([]);
  const crashed = {
    ...run,
    stderr: { text: "x", bytes: 70_000_000, complete: false, file: "/all" },
  };
  expect(interpret(crashed, eventNamed("PreToolUse"), profiles.reference).warnings).toEqual([
    "stderr has 70000000 bytes, of which only the first 1048576 are used; the first 64 MiB of 70000000 bytes are in /all",
  ]);
});
