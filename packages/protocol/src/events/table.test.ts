import { describe, expect, it } from "vitest";
import { eventNames, events } from "./table.ts";

/** The table of the contract: rule, event, field matched, refusable, kind of outcome. */
const core = [
  ["E1", "SessionStart", "source", false, "notice"],
  ["E2", "UserPromptSubmit", undefined, true, "gate"],
  ["E3", "PreToolUse", "tool_name", true, "tool-call"],
  ["E4", "PermissionRequest", "tool_name", true, "permission"],
  ["E5", "PostToolUse", "tool_name", false, "result"],
  ["E6", "PostToolUseFailure", "tool_name", false, "result"],
  ["E7", "Notification", "notification_type", false, "notice"],
  ["E8", "SubagentStart", "agent_type", false, "notice"],
  ["E9", "SubagentStop", "agent_type", false, "turn-end"],
  ["E10", "Stop", undefined, false, "turn-end"],
  ["E11", "TeammateIdle", undefined, false, "turn-end"],
  ["E12", "TaskCompleted", undefined, true, "gate"],
  ["E13", "ConfigChange", "source", true, "gate"],
  ["E14", "PreCompact", "trigger", false, "gate"],
  ["E15", "SessionEnd", "reason", false, "notice"],
] as const;

const extended = [
  ["Setup", "trigger"],
  ["UserPromptExpansion", "command_name"],
  ["PermissionDenied", "tool_name"],
  ["PostToolBatch", undefined],
  ["StopFailure", "error"],
  ["PostCompact", "trigger"],
  ["TaskCreated", undefined],
  ["InstructionsLoaded", "load_reason"],
  ["CwdChanged", undefined],
  ["FileChanged", "file_path"],
  ["DirectoryAdded", "source"],
  ["WorktreeCreate", undefined],
  ["WorktreeRemove", undefined],
  ["Elicitation", "mcp_server_name"],
  ["ElicitationResult", "mcp_server_name"],
  ["PreModelSwitch", "to_model"],
  ["PostModelSwitch", "to_model"],
  ["MessageDisplay", undefined],
] as const;

describe("events", () => {
  it.each(core)("%s %s", (rule, name, matchesOn, refusable, outcome) => {
    expect(events[name]).toMatchObject({ name, rule, matchesOn, refusable, outcome });
  });

  it.each(extended)("extended %s matches on %s", (name, matchesOn) => {
    expect(events[name]).toMatchObject({ name, rule: "extended", matchesOn });
  });

  it.each(eventNames)("E21 the example of %s is an input that fits", (name) => {
    const { input, example } = events[name];
    const base = { session_id: "s", cwd: "/", hook_event_name: name };
    expect(input.parse({ ...base, ...example, more: true })).toMatchObject({ ok: true });
    expect(input.parse({ ...example, hook_event_name: name })).toMatchObject({ ok: false });
  });

  it.each(eventNames)(
    "A3, A4 %s takes common fields and unknown keys, and no wrong types",
    (name) => {
      const { output } = events[name];
      const own = { hookEventName: name, unknown: 1 };
      expect(output.parse({ continue: false, unknown: 1, hookSpecificOutput: own }).ok).toBe(true);
      expect(output.parse({}).ok).toBe(true);
      expect(output.parse({ continue: "no" })).toMatchObject({
        ok: false,
        problems: [{ path: "continue" }],
      });
      const ignoresOwn = events[name].exitCodeOnly;
      expect(output.parse({ hookSpecificOutput: {} }).ok).toBe(ignoresOwn);
      expect(output.parse({ hookSpecificOutput: { hookEventName: "Other" } }).ok).toBe(ignoresOwn);
    },
  );

  it("A6 decision: block works on the events that the contract lists", () => {
    const counting = eventNames.filter(
      (name) => events[name].opinion({ decision: "block", reason: "no" }).decision === "deny",
    );
    expect(counting).toEqual([
      "UserPromptSubmit",
      "PreToolUse",
      "PostToolUse",
      "PostToolUseFailure",
      "SubagentStop",
      "Stop",
      "ConfigChange",
      "PreCompact",
      "UserPromptExpansion",
      "PostToolBatch",
      "PreModelSwitch",
    ]);
  });

  it("A6 approve means no opinion outside PreToolUse and PreModelSwitch", () => {
    const allowing = eventNames.filter(
      (name) => events[name].opinion({ decision: "approve" }).decision === "allow",
    );
    expect(allowing).toEqual(["PreToolUse", "PreModelSwitch"]);
  });

  it("H9 prompt and agent hooks run on the events of the contract", () => {
    expect(eventNames.filter((name) => events[name].takesModelHooks)).toEqual([
      "UserPromptSubmit",
      "PreToolUse",
      "PermissionRequest",
      "PostToolUse",
      "PostToolUseFailure",
      "SubagentStop",
      "Stop",
      "TaskCompleted",
    ]);
  });

  it("P7 four events have a file for variables", () => {
    expect(eventNames.filter((name) => events[name].hasEnvironmentFile)).toEqual([
      "SessionStart",
      "Setup",
      "CwdChanged",
      "FileChanged",
    ]);
  });

  it("A5 PermissionRequest reads its own decision", () => {
    const opinion = (decision: object) =>
      events.PermissionRequest.opinion({ hookSpecificOutput: { decision } });
    expect(opinion({ behavior: "deny", message: "no", interrupt: true })).toEqual({
      decision: "deny",
      reason: "no",
      fields: { interrupt: true },
    });
    expect(opinion({ behavior: "allow", updatedInput: { a: 1 } })).toMatchObject({
      decision: "allow",
      updatedInput: { a: 1 },
    });
  });
});
