import {
  type CallbackHandler,
  type EventName,
  eventNames,
  events,
  type ProfileName,
} from "@snaphook/protocol";
import { describe, expect, it } from "vitest";
import { answer, decide, type RunExample, verdictOf } from "../testing/read-run.ts";

const handler = { type: "command", command: "guard", onFailure: "block" } as const;
const guarded = (
  said: RunExample,
  name: EventName = "PreToolUse",
  profile: ProfileName = "reference",
) => verdictOf(name, profile, { handler, ...said });

describe('onFailure: "block"', () => {
  it.each([
    [{ code: 1, stderr: "oops\n" }, "exit-code", "it failed", "oops"],
    [{ code: 127 }, "not-found", "it failed", ""],
    [{ end: { how: "killed", signal: "SIGKILL" } }, "killed", "it failed", ""],
    [{ end: { how: "timedOut", limitMs: 1 }, stderr: "slow" }, "timed-out", "it timed out", "slow"],
    [{ end: { how: "couldNotStart", cause: "x" } }, "could-not-start", "it failed", ""],
    [{ end: { how: "notFound", cause: "x" } }, "not-found", "it failed", ""],
    [{ stdout: decide("perhaps") }, "invalid-output", "it failed", ""],
    [{ stdout: answer("Stop", {}) }, "wrong-event", "it failed", ""],
    [{ stdout: '{"permissionDecision":"deny"}' }, "invalid-output", "it failed", ""],
    [{ stdout: '{"decison":"block"}' }, "invalid-output", "it failed", ""],
    [{ stdout: '{"block":true}' }, "invalid-output", "it failed", ""],
    [{ stdout: '{"ok":false}' }, "invalid-output", "it failed", ""],
    [{ stdout: '{"permission":"deny"}' }, "invalid-output", "it failed", ""],
    [{ stdout: '{"behavior":"deny"}' }, "invalid-output", "it failed", ""],
    [{ stdout: '{"reason":"no"}' }, "invalid-output", "it failed", ""],
    [{ stdout: '[{"decision":"block"}]' }, "invalid-output", "it failed", ""],
    [{ stdout: '{"decision":"block", "reason": "n' }, "invalid-output", "it failed", ""],
    [{ stdout: 'checked\n{"decision":"block"}' }, "invalid-output", "it failed", ""],
    [{ stdout: "deny" }, "invalid-output", "it failed", ""],
    [
      { stdout: '{"hookSpecificOuput":{"permissionDecision":"deny"}}' },
      "invalid-output",
      "it failed",
      "",
    ],
    [{ stdout: decide("allow", { updatedInptu: {} }) }, "invalid-output", "it failed", ""],
    [{ stdout: '{"decision":"block"', complete: false }, "invalid-output", "it failed", ""],
  ] as const)("H8 %j counts as exit 2 (%s)", (said, kind, phrase, stderr) => {
    for (const profile of ["reference", "claude-code"] as const) {
      const verdict = guarded(said, "PreToolUse", profile);
      const words = `${phrase}, and its onFailure is "block"${stderr && `\n${stderr}`}`;
      expect(verdict).toMatchObject({
        ending: "blocking",
        failure: { kind },
        opinion: { decision: "deny", reason: `[guard]: ${words}` },
      });
      const shown = verdict.messages.filter(({ audience }) => audience !== "verbose");
      expect(shown.map(({ audience, kind: what }) => `${audience} ${what}`)).toEqual([
        "model reason",
        "user reason",
      ]);
    }
  });

  it("H8 a decision that does not count refuses on every event that can be refused", () => {
    for (const name of eventNames) {
      if (!events[name].refusable) continue;
      const { opinion } = guarded({ stdout: '{"decision":"block","reason":"no"}' }, name);
      expect([name, opinion.decision]).toEqual([name, "deny"]);
    }
  });

  const asked = { how: "answered" } as const;
  const noModel = { how: "failed", cause: "overloaded" } as const;
  const late = { how: "timedOut", limitMs: 1 } as const;
  const prompt = { type: "prompt", prompt: "Fine?", onFailure: "block" } as const;
  const agent = { type: "agent", prompt: "Fine?", onFailure: "block" } as const;
  const codeAgent = { type: "agent", prompt: () => "Fine?", onFailure: "block" } as const;
  const mcp = { type: "mcp_tool", server: "s", tool: "t", onFailure: "block" } as const;
  const unstarted = { how: "couldNotStart", cause: "no server s" } as const;

  it.each<[string, RunExample, string]>([
    ["a prompt without a model", { handler: prompt, end: noModel }, "model-error"],
    ["a prompt past its limit", { handler: prompt, end: late }, "timed-out"],
    ["a prompt answered in prose", { handler: prompt, end: asked, answer: "yes" }, "model-error"],
    ["a prompt answered wrongly", { handler: prompt, end: asked, answer: {} }, "model-error"],
    ["an agent that ended without an answer", { handler: agent, end: noModel }, "model-error"],
    ["an agent past its limit", { handler: agent, end: late }, "timed-out"],
    ["an agent's wrong answer", { handler: agent, end: asked, answer: { ok: 1 } }, "model-error"],
    ["an agent of code that failed", { handler: codeAgent, end: noModel }, "model-error"],
    ["an MCP tool that failed", { handler: mcp, end: unstarted }, "could-not-start"],
    ["an MCP tool past its limit", { handler: mcp, end: late }, "timed-out"],
    ["an MCP tool's bad answer", { handler: mcp, stdout: decide("perhaps") }, "invalid-output"],
    ["an MCP tool's answer to Stop", { handler: mcp, stdout: answer("Stop", {}) }, "wrong-event"],
  ])("H8 %s is treated like exit 2; in claude-code it is not", (_, said, kind) => {
    const happened = kind === "timed-out" ? "timed out" : "failed";
    const verdict = guarded(said);
    expect(verdict).toMatchObject({ ending: "blocking", failure: { kind } });
    expect(verdict.opinion).toEqual({
      decision: "deny",
      reason: `[${verdict.run.planned.hook.label}]: it ${happened}, and its onFailure is "block"`,
    });
    expect(guarded(said, "Stop").opinion.decision).toBe("none");
    expect(guarded(said, "PreToolUse", "claude-code")).toMatchObject({
      failure: { kind },
      opinion: { decision: "none" },
    });
  });

  it.each<RunExample>([
    { handler: prompt, end: asked, answer: { ok: true } },
    { handler: prompt, end: asked, answer: { decision: "approve" } },
    { handler: agent, end: asked, answer: { ok: true } },
    { handler: mcp, stdout: "all is well" },
    { handler: mcp, stdout: "{broken" },
    { handler: mcp },
  ])("H8 an answer that is valid, or plain text of a tool, refuses nothing: %j", (said) => {
    expect(guarded(said).opinion.decision).not.toBe("deny");
  });

  it("H8 the user sees in one line why the hook failed, the model does not", () => {
    const { messages } = guarded({ handler: mcp, end: unstarted });
    expect(messages.map(({ audience, text }) => [audience, text])).toEqual([
      ["model", '[mcp__s__t]: it failed, and its onFailure is "block"'],
      [
        "user",
        'mcp__s__t: the call is refused: it failed, and its onFailure is "block": no server s',
      ],
    ]);
  });

  it("H8 a refusal with another part that has no effect keeps its reason", () => {
    const verdict = guarded({
      stdout: decide("deny", { permissionDecisionReason: "no", reasn: "x" }),
    });
    expect(verdict).toMatchObject({
      failure: undefined,
      opinion: { decision: "deny", reason: "no" },
    });
  });

  it("H8 without onFailure, or where it has no effect, a misplaced decision is a warning", () => {
    const stdout = '{"permissionDecision":"deny"}';
    const lenient = { ...handler, onFailure: "continue" } as const;
    for (const verdict of [
      guarded({ handler: lenient, stdout }),
      guarded({ stdout }, "PostToolUse"),
    ])
      expect(verdict).toMatchObject({ failure: undefined, opinion: { decision: "none" } });
    expect(guarded({ stdout }).warnings).toEqual([]);
  });

  it.each([
    { stdout: "ready" },
    { stdout: "{broken" },
    { stdout: "{}\n{}" },
    { stdout: '{"hookSpecificOutput": {"hookEventName"' },
    { stdout: '["a"]' },
    {},
  ])("H8 plain or unparsable text that does not refuse is not a failure: %j", (said) => {
    for (const profile of ["reference", "claude-code"] as const)
      expect(guarded(said, "PreToolUse", profile).opinion).toEqual({ decision: "none" });
  });

  it("H8 http failures refuse, and the body is not used", () => {
    const http = { type: "http", url: "http://localhost/hook", onFailure: "block" } as const;
    const failed = (end: NonNullable<RunExample["end"]>) =>
      guarded({ handler: http, end, stdout: "secret" }).opinion;
    const reason = '[http://localhost/hook]: it failed, and its onFailure is "block"';
    expect(failed({ how: "responded", status: 500 })).toEqual({ decision: "deny", reason });
    // A page instead of an answer, such as that of a login.
    expect(failed({ how: "responded", status: 200 })).toEqual({ decision: "deny", reason });
    expect(failed({ how: "couldNotStart", cause: "refused" })).toEqual({
      decision: "deny",
      reason,
    });
  });

  it("H8 has an effect on refusable events only; on Stop-like events it is ignored", () => {
    const refused = (profile: ProfileName) =>
      eventNames.filter((name) => guarded({ code: 1 }, name, profile).opinion.decision === "deny");
    const everywhere = [
      "UserPromptSubmit",
      "PreToolUse",
      "PermissionRequest",
      "TaskCompleted",
      "ConfigChange",
      "UserPromptExpansion",
      "TaskCreated",
      "WorktreeCreate",
      "WorktreeRemove",
      "Elicitation",
      "ElicitationResult",
      "PreModelSwitch",
    ];
    expect(refused("reference")).toEqual(everywhere);
    expect(refused("claude-code")).toEqual(everywhere.toSpliced(5, 0, "PreCompact"));
  });

  it("H8 in claude-code a failing exit blocks beside an answer; a deny keeps its own reason", () => {
    const exit = (stdout: string) => guarded({ code: 1, stdout }, "PreToolUse", "claude-code");
    expect(exit(decide("allow")).opinion).toMatchObject({
      decision: "deny",
      reason: '[guard]: it failed, and its onFailure is "block"',
    });
    expect(exit(decide("deny", { permissionDecisionReason: "no" })).opinion.reason).toBe("no");
  });

  it("H8 an exit 2 without effect stays without effect, and a cancelled run is not a refusal", () => {
    expect(guarded({ code: 2 }, "PermissionRequest", "claude-code").opinion.decision).toBe("none");
    expect(guarded({ end: { how: "cancelled" } }).opinion.decision).toBe("none");
  });

  it("H8 has an effect on handler types of settings only", () => {
    const callback: object = { type: "callback", callback: () => {}, onFailure: "block" };
    const said = { handler: callback as CallbackHandler, end: noModel };
    expect(guarded(said).opinion.decision).toBe("none");
  });

  it('H8 "continue", the default, lets a failure be', () => {
    const lenient = { ...handler, onFailure: "continue" } as const;
    expect(guarded({ handler: lenient, code: 1 }).opinion.decision).toBe("none");
  });
});
