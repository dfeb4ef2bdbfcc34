import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { ToolResultBlock } from "../conversation/message.ts";
import { newFolders, type Play, play, specific } from "./testing/play.ts";

const call = (tool: string, input: object) => [{ tool, input }];
const ok = call("StructuredOutput", { ok: true });
const agentHook = { type: "agent", prompt: "Is it done?" };
const stopHook = { Stop: [{ hooks: [agentHook] }] };

/** Plays a session whose Stop hook is an agent hook that makes these calls and then answers. */
async function checkedBy(turns: readonly unknown[], more: Play = {}, settings: object = {}) {
  const played = await play({
    permissionMode: "default",
    script: { main: [["Done."], ["Done again."]], "hook-agent": [...turns, ok] },
    userSettings: { hooks: stopHook, ...settings },
    ...more,
  });
  const requests = played.requests.filter(({ purpose }) => purpose === "hook-agent");
  const messages = requests.at(-1)?.messages ?? [];
  const results = messages
    .flatMap(({ content }): readonly { readonly type: string }[] => content)
    .filter((block): block is ToolResultBlock => block.type === "tool_result");
  return { ...played, asked: requests, results };
}

describe("H3 the tools of an agent hook", () => {
  it("H3 are those of the session without Agent and the task tools", async () => {
    const { asked } = await checkedBy([]);
    expect(asked[0]?.request.tools.map(({ name }) => name)).toEqual([
      "Bash",
      "Read",
      "Write",
      "Edit",
      "NotebookEdit",
      "Glob",
      "Grep",
      "WebFetch",
      "StructuredOutput",
    ]);
  });

  it("H3 read the project and the transcript, and nothing else", async () => {
    const folders = newFolders();
    const { asked, results } = await checkedBy(
      [
        call("Read", { file_path: "in.txt" }),
        call("Read", { file_path: join(folders.home, ".claude/settings.json") }),
        call("Bash", { command: "cat in.txt" }),
        call("Bash", { command: `cat ${folders.home}/.claude/settings.json` }),
        call("Grep", { pattern: "Is it done", path: folders.home, output_mode: "content" }),
      ],
      { in: folders, files: { "in.txt": "inside" } },
    );
    expect(results.map(({ is_error = false }) => is_error)).toEqual([
      false,
      true,
      false,
      true,
      true,
    ]);
    expect(results[0]?.content).toContain("inside");
    expect(JSON.stringify(results)).not.toContain("Is it done");
    const prompt = JSON.stringify(asked[0]?.messages);
    const transcript = /[^\s"]+\.jsonl/.exec(prompt)?.[0] ?? "no path";
    const { results: ofTranscript } = await checkedBy([call("Read", { file_path: transcript })], {
      in: folders,
      session: { kind: "continue" },
    });
    expect(ofTranscript).toMatchObject([{ content: expect.stringContaining("hello") }]);
  });

  it("H3 are judged in dontAsk mode, whatever the session's mode", async () => {
    const write = call("Write", { file_path: "made.txt", content: "x" });
    const bypass = await checkedBy([write], { permissionMode: "bypassPermissions" });
    expect(bypass.results).toMatchObject([{ is_error: true }]);
    expect(existsSync(join(bypass.cwd, "made.txt"))).toBe(false);
    expect(bypass.result.permissionDenials).toMatchObject([{ tool_name: "Write" }]);

    const allowed = await checkedBy([write], {}, { permissions: { allow: ["Write"] } });
    expect(allowed.results[0]?.is_error).toBeUndefined();
    expect(readFileSync(join(allowed.cwd, "made.txt"), "utf8")).toBe("x");

    const permissions = { allow: ["Bash"], ask: ["Bash(touch:*)"], deny: ["Bash(rm:*)"] };
    const ruled = await checkedBy(
      [call("Bash", { command: "touch made" }), call("Bash", { command: "rm -f made" })],
      { ask: async () => ({ behavior: "allow" }) },
      { permissions },
    );
    expect(ruled.results).toMatchObject([{ is_error: true }, { is_error: true }]);
    expect(existsSync(join(ruled.cwd, "made"))).toBe(false);
  });

  it("H3 do not show calls as calls of the main agent, nor files as read by it", async () => {
    const read = call("Read", { file_path: "f.txt" });
    const { events, requests } = await play({
      script: {
        main: [["Checked."], call("Write", { file_path: "f.txt", content: "new" }), ["Done."]],
        "hook-agent": [read, call("StructuredOutput", { ok: false, reason: "more" }), ok],
      },
      userSettings: { hooks: stopHook },
      files: { "f.txt": "old" },
    });
    expect(events.filter(({ type }) => type === "tool-started")).toEqual([]);
    const last = requests
      .filter(({ purpose }) => purpose === "main")
      .at(-1)
      ?.messages.at(-1);
    expect(last).toMatchObject({ content: [{ type: "tool_result", is_error: true }] });
  });
});

describe("E23 the events of an agent hook's calls", () => {
  const read = call("Read", { file_path: "f.txt" });
  const files = { "f.txt": "content" };

  it("E23 have an agent_id and dontAsk mode; the answer fires none", async () => {
    const { hookInputs } = await checkedBy([read], { files });
    const own = hookInputs.filter((input) => "agent_id" in input);
    expect(own).toMatchObject([
      { hook_event_name: "PreToolUse", tool_name: "Read", permission_mode: "dontAsk" },
      { hook_event_name: "PostToolUse", tool_name: "Read", permission_mode: "dontAsk" },
    ]);
    expect(own.some((input) => "agent_type" in input)).toBe(false);
    expect(new Set(own.map(({ agent_id }) => agent_id)).size).toBe(1);
    expect(own[0]?.["session_id"]).toBe(hookInputs[0]?.["session_id"]);
  });

  it("E23 a guard refuses them, and the agent gets the reason", async () => {
    const deny = { permissionDecision: "deny", permissionDecisionReason: "not this file" };
    const { results } = await checkedBy([read], {
      files,
      answers: { PreToolUse: specific("PreToolUse", deny) },
    });
    expect(results).toMatchObject([
      { is_error: true, content: expect.stringContaining("not this file") },
    ]);
  });

  it("E23 context for the model goes to the agent of the hook", async () => {
    const context = specific("PostToolUse", { additionalContext: "generated file" });
    const { asked, newTexts } = await checkedBy([read], {
      files,
      answers: { PostToolUse: context },
    });
    expect(JSON.stringify(asked[1]?.messages)).toContain("generated file");
    expect(JSON.stringify(newTexts)).not.toContain("generated file");
  });

  it("E23 a stop ends the agent without an answer, and this is reported", async () => {
    const { asked, events, result } = await checkedBy([read], {
      files,
      answers: { PreToolUse: { continue: false, stopReason: "enough" } },
    });
    expect(asked).toHaveLength(1);
    expect(result).toMatchObject({ subtype: "success", result: "Done." });
    expect(JSON.stringify(events.filter(({ type }) => type === "notice"))).toContain(
      "a hook ended the agent: enough",
    );
  });

  it("E23 prompt and agent hooks are left out, and the user sees it once", async () => {
    const twice = [read, read];
    const { asked, events, requests } = await checkedBy(
      twice,
      { files },
      {
        hooks: {
          ...stopHook,
          PreToolUse: [{ hooks: [agentHook, { type: "prompt", prompt: "ok?" }] }],
        },
      },
    );
    expect(asked).toHaveLength(3);
    expect(requests.some(({ purpose }) => purpose === "hook-prompt")).toBe(false);
    const notices = events.flatMap((event) => (event.type === "notice" ? [event.text] : []));
    expect(notices.filter((text) => text.includes("call of an agent hook"))).toEqual([
      expect.stringMatching(/^PreToolUse Is it done\? did not run/),
      expect.stringMatching(/^PreToolUse ok\? did not run/),
    ]);
  });
});
