import { type EventName, eventNames } from "@snaphook/protocol";
import { describe, expect, it } from "vitest";
import { answer, decide, messageRows, outcomeOf, verdictOf } from "../testing/read-run.ts";

const opinion = (name: EventName, stdout: string) =>
  verdictOf(name, "reference", { stdout, label: "h" }).opinion;

describe("PreToolUse", () => {
  it.each(["allow", "ask", "deny"] as const)("A5 permissionDecision %s", (decision) => {
    expect(
      opinion("PreToolUse", decide(decision, { permissionDecisionReason: "because" })),
    ).toMatchObject({ decision, reason: "because" });
  });

  it("A5 a reason without a decision is ignored, in the old form too", () => {
    expect(
      opinion("PreToolUse", answer("PreToolUse", { permissionDecisionReason: "because" })).reason,
    ).toBeUndefined();
    expect(opinion("PreToolUse", '{"reason":"because"}')).toMatchObject({
      decision: "none",
      reason: undefined,
    });
  });

  it("A5 updatedInput and additionalContext; F2 with deny there is no rewrite", () => {
    const own = { updatedInput: { command: "ls" }, additionalContext: "words" };
    expect(opinion("PreToolUse", answer("PreToolUse", own))).toMatchObject({
      decision: "none",
      ...own,
    });
    const denied = opinion("PreToolUse", decide("deny", own));
    expect(denied).toMatchObject({ decision: "deny", additionalContext: "words" });
    expect(denied).not.toHaveProperty("updatedInput");
  });

  it.each([
    ["approve", undefined, "allow", "old"],
    ["block", undefined, "deny", "old"],
    ["block", "allow", "deny", "old"],
    ["block", "ask", "deny", "old"],
    ["approve", "deny", "deny", "new"],
    ["approve", "ask", "ask", "new"],
    ["block", "deny", "deny", "new"],
  ])("A6 of %s and %s the stricter wins: %s, with the %s reason", (old, now, decision, reason) => {
    const own = now ? { permissionDecision: now, permissionDecisionReason: "new" } : {};
    const stdout = answer("PreToolUse", own, { decision: old, reason: "old" });
    expect(opinion("PreToolUse", stdout)).toMatchObject({ decision, reason });
  });

  it.each(["", " \n\t"])(
    "A6 a blank reason %j is replaced by one that names the hook",
    (reason) => {
      const because = { permissionDecisionReason: reason };
      expect(opinion("PreToolUse", decide("deny", because)).reason).toBe("Refused by h");
      const stdout = decide("ask", because);
      expect(outcomeOf("PreToolUse", "reference", { stdout })).toMatchObject({
        action: "ask",
        reasons: [],
      });
    },
  );

  it("A6 of two refusals of one hook the reason that is set is used", () => {
    const stdout = decide("deny", {}, { decision: "block", reason: "old" });
    expect(opinion("PreToolUse", stdout)).toMatchObject({ decision: "deny", reason: "old" });
  });
});

describe("PermissionRequest", () => {
  const decided = (decision: object) =>
    opinion("PermissionRequest", answer("PermissionRequest", { decision }));

  it("A5 allow with its input and permissions; deny with its message and interrupt", () => {
    const updatedPermissions = [{ type: "setMode", mode: "plan", destination: "session" }];
    const updatedInput = { command: "ls" };
    expect(decided({ behavior: "allow", updatedInput, updatedPermissions })).toEqual({
      decision: "allow",
      updatedInput,
      fields: { updatedPermissions },
    });
    expect(decided({ behavior: "deny", message: "no", interrupt: true })).toEqual({
      decision: "deny",
      reason: "no",
      fields: { interrupt: true },
    });
  });

  it("A6 a deny without a message has a default text, and a top-level decision is ignored", () => {
    expect(decided({ behavior: "deny" })).toMatchObject({
      decision: "deny",
      reason: "Refused by h",
    });
    expect(opinion("PermissionRequest", '{"decision":"block","reason":"no"}')).toEqual({
      decision: "none",
    });
  });
});

describe("other events", () => {
  it("A5 additionalContext has an effect where the contract says, and nowhere else", () => {
    const taking = eventNames.filter(
      (name) => opinion(name, answer(name, { additionalContext: "words" })).additionalContext,
    );
    expect(taking).toEqual([
      "SessionStart",
      "UserPromptSubmit",
      "PreToolUse",
      "PostToolUse",
      "PostToolUseFailure",
      "Notification",
      "SubagentStart",
      "SubagentStop",
      "Stop",
      "Setup",
      "UserPromptExpansion",
      "PostToolBatch",
    ]);
  });

  it.each([
    ["SessionStart", { initialUserMessage: "begin" }],
    ["UserPromptSubmit", { suppressOriginalPrompt: true }],
    ["UserPromptExpansion", { suppressOriginalPrompt: true }],
    ["PostToolUse", { updatedToolOutput: { stdout: "ok" } }],
    ["PostToolUse", { updatedMCPToolOutput: "ok" }],
    ["PermissionDenied", { retry: true }],
    ["CwdChanged", { watchPaths: ["/a"] }],
    ["FileChanged", { watchPaths: ["/a"] }],
    ["WorktreeCreate", { worktreePath: "/tree" }],
    ["MessageDisplay", { displayContent: "…" }],
  ] as const)("A5 %s takes %j and drops what it does not know", (name, own) => {
    expect(opinion(name, answer(name, { ...own, unknown: 1 })).fields).toEqual(own);
  });

  it("A6 decision: block has an effect where the contract says (E1-E15)", () => {
    const blocked = eventNames.filter(
      (name) => opinion(name, '{"decision":"block","reason":"no"}').decision === "deny",
    );
    expect(blocked).toEqual([
      "UserPromptSubmit",
      "PreToolUse",
      "PostToolUse",
      "PostToolUseFailure",
      "SubagentStop",
      "Stop",
      "ConfigChange",
      "UserPromptExpansion",
      "PostToolBatch",
      "PreModelSwitch",
    ]);
  });

  it("A2 exit 2 blocks where the contract says (E1-E15)", () => {
    const blocked = eventNames.filter(
      (name) => verdictOf(name, "reference", { code: 2 }).opinion.decision === "deny",
    );
    expect(blocked).toEqual([
      "UserPromptSubmit",
      "PreToolUse",
      "PermissionRequest",
      "PostToolUse",
      "PostToolUseFailure",
      "SubagentStop",
      "Stop",
      "TeammateIdle",
      "TaskCompleted",
      "ConfigChange",
      "UserPromptExpansion",
      "PostToolBatch",
      "TaskCreated",
      "WorktreeCreate",
      "WorktreeRemove",
      "Elicitation",
      "ElicitationResult",
      "PreModelSwitch",
    ]);
  });

  it.each(["SessionStart", "Notification", "SubagentStart", "PreCompact", "SessionEnd"] as const)(
    "A2 exit 2 on %s blocks nothing, and the user gets stderr in full",
    (name) => {
      const verdict = verdictOf(name, "reference", { code: 2, stderr: "one\ntwo\n" });
      expect(verdict).toMatchObject({ ending: "non-blocking-error", failure: undefined });
      const text = `[hook.sh]: exit 2 has no effect on ${name}, which no hook can refuse: one\ntwo`;
      expect(messageRows(verdict.messages)).toEqual([["user", "stderr", text]]);
    },
  );

  it.each(["UserPromptSubmit", "PostToolUse", "Stop", "ConfigChange"] as const)(
    "A6 approve on %s is no opinion, and a block without a reason still blocks",
    (name) => {
      expect(opinion(name, '{"decision":"approve","reason":"fine"}')).toMatchObject({
        decision: "none",
        reason: undefined,
      });
      expect(opinion(name, '{"decision":"block"}')).toMatchObject({
        decision: "deny",
        reason: "Refused by h",
      });
    },
  );

  it.each(["TeammateIdle", "TaskCompleted", "TaskCreated"] as const)(
    "E18 on %s decisions and own fields are ignored, common fields apply",
    (name) => {
      const stdout = JSON.stringify({
        decision: "block",
        continue: false,
        stopReason: "enough",
        systemMessage: "note",
        hookSpecificOutput: { hookEventName: "Stop", additionalContext: "words" },
      });
      const verdict = verdictOf(name, "reference", { stdout });
      expect(verdict).toMatchObject({ failure: undefined, stop: { reason: "enough" } });
      expect(verdict.opinion).toEqual({ decision: "none" });
      expect(messageRows(verdict.messages)).toEqual([
        ["user", "system-message", "note"],
        ["verbose", "stdout", stdout],
        ["user", "stop-reason", "enough"],
        [
          "user",
          "warning",
          `hook.sh: "decision": "block" has no effect on ${name}, so this answer refuses nothing; to refuse, exit with 2`,
        ],
        ["user", "warning", `hook.sh: "additionalContext" has no effect on ${name}`],
      ]);
    },
  );

  it("a worktree's path is the field or plain stdout, and any failing hook fails it", () => {
    expect(opinion("WorktreeCreate", "/tree\n")).toEqual({
      decision: "none",
      fields: { worktreePath: "/tree" },
    });
    expect(
      verdictOf("WorktreeCreate", "reference", { code: 1, stderr: "disk full", label: "h" }),
    ).toMatchObject({
      failure: { kind: "exit-code" },
      opinion: { decision: "deny", reason: "[h]: it failed\ndisk full" },
    });
  });
});
