import { describe, expect, it } from "vitest";
import { answer, decide, messageRows, outcomeOf } from "../testing/read-run.ts";

const named = (label: string, stdout: string) => ({ label, stdout });
const because = (decision: string, reason: string) =>
  decide(decision, { permissionDecisionReason: reason });
const stop = (stopReason: string, more: object = {}) =>
  JSON.stringify({ continue: false, stopReason, ...more });
const block = (reason: string) => JSON.stringify({ decision: "block", reason });

describe("the decision about a tool call", () => {
  it("F1 no opinion is never allow", () => {
    expect(outcomeOf("PreToolUse", "reference", {}, { stdout: "words" })).toMatchObject({
      action: "proceed",
      permission: "undecided",
      turn: "continue",
      decidedBy: [],
    });
  });

  it.each([
    [["allow", "none"], { action: "proceed", permission: "granted" }],
    [["ask", "allow"], { action: "ask", reasons: ["ask 0"] }],
    [["allow", "defer", "ask"], { action: "defer", reasons: ["defer 1"] }],
    [["deny", "allow", "defer"], { action: "refuse", reasons: ["deny 0"] }],
    [["deny", "ask", "deny"], { action: "refuse", reasons: ["deny 0", "deny 2"] }],
  ])("F1 deny > defer > ask > allow > no opinion: %j", (words, expected) => {
    const runs = words.map((word, index) =>
      word === "none" ? {} : { stdout: because(word, `${word} ${index}`) },
    );
    expect(outcomeOf("PreToolUse", "claude-code", ...runs)).toMatchObject(expected);
  });

  it("F1 all reasons of the winning rank are kept in plan order, and the hooks are named", () => {
    const outcome = outcomeOf(
      "PreToolUse",
      "reference",
      named("a", because("deny", "first")),
      named("b", because("allow", "fine")),
      { label: "c", code: 2, stderr: "second" },
    );
    expect(outcome).toMatchObject({ action: "refuse", reasons: ["first", "[c]: second"] });
    expect(outcome.decidedBy.map(({ label }) => label)).toEqual(["a", "c"]);
  });
});

describe("rewrites", () => {
  const rewrite = (command: string, fields: object = {}) =>
    answer("PreToolUse", { updatedInput: { command }, ...fields });

  it("F2 replaces the whole input; without a decision the host's rules judge it", () => {
    expect(outcomeOf("PreToolUse", "reference", { stdout: rewrite("ls") })).toMatchObject({
      action: "proceed",
      permission: "undecided",
      input: { command: "ls" },
    });
  });

  it("F2 another hook's allow covers it, and an ask asks about it", () => {
    const rewritten = { stdout: rewrite("ls") };
    expect(
      outcomeOf("PreToolUse", "reference", rewritten, { stdout: decide("allow") }),
    ).toMatchObject({ permission: "granted", input: { command: "ls" } });
    expect(
      outcomeOf("PreToolUse", "reference", rewritten, { stdout: decide("ask") }),
    ).toMatchObject({ action: "ask", input: { command: "ls" } });
  });

  it("F2 the last of several rewrites in plan order wins; losers are named and the user is warned", () => {
    const outcome = outcomeOf(
      "PreToolUse",
      "reference",
      named("a", rewrite("one")),
      named("b", rewrite("two")),
      named("c", "words"),
    );
    expect(outcome.input).toEqual({ command: "two" });
    expect(outcome.overruled).toEqual([{ id: "a-0", label: "a" }]);
    expect(messageRows(outcome.messages).at(-1)).toEqual([
      "user",
      "warning",
      "the rewrite of a was overruled by b",
    ]);
  });

  it("F2 a refusal drops all rewrites, without a warning", () => {
    const outcome = outcomeOf(
      "PreToolUse",
      "reference",
      named("a", rewrite("one")),
      named("b", rewrite("two")),
      named("c", because("deny", "no")),
    );
    expect(outcome).toMatchObject({ action: "refuse", overruled: [] });
    expect(outcome.input).toEqual(outcomeOf("PreToolUse", "reference").input);
  });

  it("F2, P2 in a sequential group the later hook built on the earlier one: nothing is lost", () => {
    const outcome = outcomeOf(
      "PreToolUse",
      "reference",
      { ...named("a", rewrite("one")), lane: "g" },
      { ...named("b", rewrite("two")), lane: "g" },
    );
    expect(outcome).toMatchObject({ input: { command: "two" }, overruled: [] });
    const apart = outcomeOf(
      "PreToolUse",
      "reference",
      { ...named("a", rewrite("one")), lane: "g" },
      named("b", rewrite("two")),
    );
    expect(apart.overruled).toEqual([{ id: "a-0", label: "a" }]);
  });
});

describe("stops", () => {
  it("F3 a stop beats every block; the first reason in plan order is shown", () => {
    const outcome = outcomeOf(
      "PostToolUse",
      "reference",
      named("a", block("bad")),
      named("b", stop("enough", { suppressOutput: true })),
      named("c", stop("later", { suppressOutput: true })),
    );
    expect(outcome).toMatchObject({ action: "stop", reason: "enough" });
    expect(outcome.decidedBy).toEqual([{ id: "b-1", label: "b" }]);
    const shown = outcome.messages.filter(({ kind }) => kind === "stop-reason");
    expect(messageRows(shown)).toEqual([
      ["user", "stop-reason", "enough"],
      ["log", "stop-reason", "later"],
    ]);
  });

  it("F3 a stop beats a block of the same hook at the end of a turn", () => {
    for (const profile of ["reference", "claude-code"] as const)
      expect(
        outcomeOf("Stop", profile, { stdout: stop("enough", { decision: "block", reason: "no" }) }),
      ).toMatchObject({ action: "stop", reason: "enough" });
  });

  it.each(["reference", "claude-code", "envoy"] as const)(
    "P18 a cancelled run stops the action, whatever other hooks said (%s)",
    (profile) => {
      const cancelled = { end: { how: "cancelled" } } as const;
      const stopped = { action: "stop", reason: "cancelled by the host", decidedBy: [] };
      for (const name of ["PreToolUse", "PostToolUse", "Stop", "SessionStart"] as const)
        expect(outcomeOf(name, profile, {}, cancelled)).toMatchObject(stopped);
      expect(
        outcomeOf("PreToolUse", profile, { stdout: decide("allow") }, cancelled),
      ).toMatchObject(stopped);
    },
  );
});

describe("other kinds of events", () => {
  it("F4 one block refuses the prompt, and other hooks' context is dropped", () => {
    const outcome = outcomeOf(
      "UserPromptSubmit",
      "reference",
      named("a", "plain words"),
      named("b", answer("UserPromptSubmit", { additionalContext: "context" })),
      named("c", block("no secrets")),
    );
    expect(outcome).toMatchObject({ action: "refuse", reasons: ["no secrets"] });
    expect(outcome.messages.filter(({ audience }) => audience === "model")).toEqual([]);
  });

  it("F3, G5 a prompt that one hook refuses and another stops on stays refused", () => {
    const context = answer("UserPromptSubmit", { additionalContext: "context" });
    for (const profile of ["reference", "claude-code"] as const) {
      const outcome = outcomeOf(
        "UserPromptSubmit",
        profile,
        { stdout: block("no secrets") },
        { stdout: stop("enough") },
        { stdout: context },
      );
      expect(outcome).toMatchObject({
        action: "stop",
        reason: "enough",
        refused: ["no secrets"],
      });
      expect(outcome.messages.some(({ kind }) => kind === "context")).toBe(false);
      expect(
        outcomeOf("UserPromptSubmit", profile, {
          stdout: stop("enough", { decision: "block", reason: "no" }),
        }),
      ).toMatchObject({ action: "stop", refused: ["no"] });
    }
    expect(
      outcomeOf("UserPromptSubmit", "claude-code", {
        handler: { type: "prompt", prompt: "Fine?" },
        end: { how: "answered" },
        answer: { ok: false, reason: "no" },
      }),
    ).toMatchObject({ action: "stop", reason: "no", refused: [] });
  });

  it("F4 at the end of a turn all blocking reasons are delivered together", () => {
    for (const name of ["Stop", "SubagentStop", "TeammateIdle"] as const)
      expect(
        outcomeOf(name, "reference", { code: 2, stderr: "tests" }, {}, { code: 2, stderr: "docs" }),
      ).toMatchObject({ action: "continue", reasons: ["[hook.sh]: tests", "[hook.sh]: docs"] });
  });

  it("G4 additionalContext alone keeps an agent going; nothing lets it finish", () => {
    for (const name of ["Stop", "SubagentStop"] as const) {
      const stdout = answer(name, { additionalContext: "words" });
      expect(outcomeOf(name, "reference", { stdout })).toMatchObject({
        action: "continue",
        reasons: [],
      });
      expect(outcomeOf(name, "reference", { stdout: "words" })).toMatchObject({ action: "finish" });
    }
  });

  it("F5 context of all hooks is kept in plan order, each with its hook", () => {
    const context = (text: string) => answer("PostToolUse", { additionalContext: text });
    const { messages } = outcomeOf(
      "PostToolUse",
      "reference",
      named("a", context("one")),
      named("b", context("two")),
    );
    expect(
      messages
        .filter(({ audience }) => audience === "model")
        .map(({ text, hook }) => [text, hook.label]),
    ).toEqual([
      ["one", "a"],
      ["two", "b"],
    ]);
  });

  it("F5 context is kept beside a refused call", () => {
    const stdout = decide("deny", { additionalContext: "words" });
    const { messages } = outcomeOf("PreToolUse", "reference", { stdout });
    expect(messageRows(messages)[0]).toEqual(["model", "context", "words"]);
  });

  it("F5 PermissionRequest: deny > allow, and the changes of the allow are dropped", () => {
    const decided = (decision: object) => ({ stdout: answer("PermissionRequest", { decision }) });
    const allow = decided({
      behavior: "allow",
      updatedInput: { command: "ls" },
      updatedPermissions: [{ type: "setMode", mode: "plan" }],
    });
    const interrupt = decided({ behavior: "deny", message: "no", interrupt: true });
    const deny = decided({ behavior: "deny", message: "never" });
    expect(outcomeOf("PermissionRequest", "reference", allow)).toMatchObject({
      action: "allow",
      input: { command: "ls" },
      fields: { updatedPermissions: [{ type: "setMode", mode: "plan" }] },
    });
    const denied = outcomeOf("PermissionRequest", "reference", allow, interrupt, deny, allow);
    expect(denied).toMatchObject({ action: "deny", reasons: ["no", "never"] });
    expect(denied.fields).toEqual({ interrupt: true });
    expect(outcomeOf("PermissionRequest", "reference", {})).toMatchObject({ action: "ask" });
  });

  it("E25 a PostToolBatch block ends the turn with its reasons", () => {
    for (const profile of ["reference", "claude-code"] as const)
      expect(
        outcomeOf("PostToolBatch", profile, { stdout: block("one") }, { code: 2, stderr: "two" }),
      ).toMatchObject({ action: "stop", reason: "one\n[hook.sh]: two" });
  });

  it("E5, E6 a block keeps the result and is added to it", () => {
    for (const name of ["PostToolUse", "PostToolUseFailure"] as const)
      expect(outcomeOf(name, "reference", { stdout: block("bad") })).toMatchObject({
        action: "continue",
        reasons: ["bad"],
      });
  });

  it("A5 the last of several replaced outputs in plan order is used, also with a block", () => {
    const output = (stdout: string) => ({
      stdout: answer("PostToolUse", { updatedToolOutput: { stdout } }),
    });
    expect(
      outcomeOf("PostToolUse", "reference", output("a"), output("b"), { stdout: block("no") })
        .fields,
    ).toEqual({ updatedToolOutput: { stdout: "b" } });
  });
});
