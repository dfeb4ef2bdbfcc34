import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { play, specific, userTexts } from "./testing/play.ts";

const bash = (command: string) => ({ tool: "Bash", input: { command } });

describe("a session", () => {
  it("E1-E3 E5 E10 E15 E25 fires every event of a plain session in order, each with its input", async () => {
    const { firedEvents, hookInputs, result, session } = await play({
      script: [
        ["on it", bash("echo hi")],
        ["first", "last words"],
      ],
    });
    expect(firedEvents).toEqual([
      "SessionStart",
      "UserPromptSubmit",
      "PreToolUse",
      "PostToolUse",
      "PostToolBatch",
      "Stop",
      "SessionEnd",
    ]);
    expect(hookInputs).toMatchObject([
      { source: "startup", session_id: session.id, transcript_path: session.transcriptPath },
      { prompt: "hello", permission_mode: "bypassPermissions" },
      { tool_name: "Bash", tool_input: { command: "echo hi" } },
      { tool_response: { stdout: "hi", stderr: "", interrupted: false } },
      { tool_calls: [{ tool_name: "Bash", tool_response: "hi" }] },
      { stop_hook_active: false, last_assistant_message: "last words" },
      { reason: "other" },
    ]);
    expect(result).toMatchObject({
      subtype: "success",
      result: "last words",
      numTurns: 2,
      terminalReason: "completed",
    });
  });

  it("G3 context of SessionStart and UserPromptSubmit is in the prompt's message, before the prompt", async () => {
    const { requests } = await play({
      answers: {
        SessionStart: specific("SessionStart", { additionalContext: "from the start" }),
        UserPromptSubmit: specific("UserPromptSubmit", { additionalContext: "about the prompt" }),
      },
    });
    expect(requests[0]?.messages).toHaveLength(1);
    expect(userTexts(requests[0]?.messages ?? [])).toEqual([
      '<hook event="SessionStart">\nfrom the start\n</hook>',
      '<hook event="UserPromptSubmit">\nabout the prompt\n</hook>',
      "hello",
    ]);
  });

  it("A5 initialUserMessage is a separate turn before the prompt", async () => {
    const { newTexts, events } = await play({
      answers: { SessionStart: specific("SessionStart", { initialUserMessage: "look first" }) },
    });
    expect(newTexts).toEqual([["look first"], ["hello"]]);
    expect(events.filter(({ type }) => type === "result")).toHaveLength(2);
  });

  it("G5 a refused prompt never reaches the model, not even in a later request", async () => {
    const { results, requests, firedEvents } = await play({
      prompts: ["secret", "fine"],
      answers: { UserPromptSubmit: [{ decision: "block", reason: "not that" }, {}] },
    });
    expect(results[0]).toMatchObject({ subtype: "success", numTurns: 0 });
    expect(results[0]?.result).toContain("not that");
    expect(results[0]?.result).toContain("secret");
    expect(firedEvents.filter((name) => name === "Stop")).toHaveLength(1);
    expect(JSON.stringify(requests)).not.toContain("secret");
  });

  it("G5 suppressOriginalPrompt omits the prompt from the result", async () => {
    const { result } = await play({
      prompt: "secret",
      answers: {
        UserPromptSubmit: {
          decision: "block",
          reason: "not that",
          ...specific("UserPromptSubmit", { suppressOriginalPrompt: true }),
        },
      },
    });
    expect(result.result).not.toContain("secret");
  });

  it("G10 a stop at the prompt ends the turn with its reason; the prompt stays", async () => {
    const { results, newTexts } = await play({
      profile: "claude-code",
      prompts: ["one", "two"],
      answers: { UserPromptSubmit: [{ continue: false, stopReason: "enough" }, {}] },
    });
    expect(results[0]).toMatchObject({
      result: "enough",
      numTurns: 0,
      terminalReason: "hook_stopped",
    });
    expect(newTexts).toEqual([["one", "two", expect.stringContaining("enough")]]);
  });

  it("G8 /clear ends the session and begins a new one, with a new id and transcript", async () => {
    const { hookInputs, requests, results } = await play({
      prompts: ["one", "/clear", "two"],
      answers: { SessionStart: specific("SessionStart", { additionalContext: "welcome" }) },
    });
    const of = (name: string) => hookInputs.filter((input) => input["hook_event_name"] === name);
    expect(of("SessionStart")).toMatchObject([{ source: "startup" }, { source: "clear" }]);
    expect(of("SessionEnd")).toMatchObject([{ reason: "clear" }, { reason: "other" }]);
    expect(of("UserPromptSubmit")).toHaveLength(2);
    const [first, second] = of("SessionStart");
    expect(second?.["session_id"]).not.toBe(first?.["session_id"]);
    expect(second?.["transcript_path"]).not.toBe(first?.["transcript_path"]);
    expect(of("SessionEnd")[0]?.["session_id"]).toBe(first?.["session_id"]);
    expect(results[1]).toMatchObject({ numTurns: 0, result: "" });
    expect(userTexts(requests[1]?.messages ?? [])).toEqual([
      expect.stringContaining("welcome"),
      "two",
    ]);
  });

  it("E21 --agent on the main thread: agent_type without agent_id", async () => {
    const { hookInputs } = await play({
      mainAgent: "reviewer",
      agents: JSON.stringify({ reviewer: { prompt: "You review." } }),
    });
    expect(hookInputs.length).toBeGreaterThan(2);
    for (const input of hookInputs) {
      expect(input).toMatchObject({ agent_type: "reviewer" });
      expect(input).not.toHaveProperty("agent_id");
    }
  });

  it("G1 acceptEdits covers added directories, and the system prompt can be replaced", async () => {
    const outside = mkdtempSync(join(tmpdir(), "outside-"));
    const file = join(outside, "new.txt");
    const { requests } = await play({
      script: [[{ tool: "Write", input: { file_path: file, content: "there" } }], ["done"]],
      permissionMode: "acceptEdits",
      additionalDirectories: [outside],
      systemPrompt: "You are terse.",
      appendSystemPrompt: "Be kind.",
    });
    expect(readFileSync(file, "utf8")).toBe("there");
    expect(requests[0]?.request.system).toBe("You are terse.\n\nBe kind.");
  });

  it("E1 Setup comes first, and an unknown command is answered without the model", async () => {
    const { firedEvents, requests, result } = await play({
      setup: "init",
      prompt: "/nosuch thing",
    });
    expect(firedEvents.slice(0, 2)).toEqual(["Setup", "SessionStart"]);
    expect(requests).toEqual([]);
    expect(result.result).toContain("/nosuch");
  });

  it("E25 a command of a file is expanded after UserPromptSubmit; UserPromptExpansion may refuse it", async () => {
    const files = { ".claude/commands/review.md": "Please review $ARGUMENTS." };
    const fine = await play({ files, prompt: "/review the diff" });
    expect(fine.hookInputs).toMatchObject([
      {},
      { hook_event_name: "UserPromptSubmit", prompt: "/review the diff" },
      {
        hook_event_name: "UserPromptExpansion",
        expansion_type: "slash_command",
        command_name: "review",
        command_args: "the diff",
        command_source: "projectSettings",
        prompt: "/review the diff",
      },
      { hook_event_name: "Stop" },
      { hook_event_name: "SessionEnd" },
    ]);
    expect(fine.newTexts).toEqual([["Please review the diff."]]);
    const refused = await play({
      files,
      prompt: "/review the diff",
      answers: { UserPromptExpansion: { decision: "block", reason: "no reviews" } },
    });
    expect(refused.requests).toEqual([]);
    expect(refused.result.result).toContain("no reviews");
  });
});
