import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { rawServer } from "../mcp/testing/servers.ts";
import { type Play, play, userTexts } from "./testing/play.ts";

const touch = { tool: "Bash", input: { command: "touch made" } };
const script = { main: [[touch], ["done"]], after: "done" };
const guard = (hook: object) => ({
  hooks: { PreToolUse: [{ matcher: "Bash", hooks: [{ type: "mcp_tool", ...hook }] }] },
});
const denial = JSON.stringify({
  hookSpecificOutput: {
    hookEventName: "PreToolUse",
    permissionDecision: "deny",
    permissionDecisionReason: "not with ${tool_input.command}",
  },
});

const noticesOf = ({ events }: Awaited<ReturnType<typeof play>>): string =>
  events.flatMap((event) => (event.type === "notice" ? [event.text] : [])).join("\n");

async function guarded(hook: object, more: Play = {}) {
  const played = await play({
    script,
    mcpConfig: [rawServer()],
    userSettings: guard(hook),
    ...more,
  });
  return {
    ran: existsSync(join(played.cwd, "made")),
    texts: userTexts(played.requests.at(-1)?.messages ?? []),
    notices: noticesOf(played),
  };
}

describe("mcp_tool hooks", () => {
  it("H5 the text of the tool is read like stdout; the input is filled from the event", async () => {
    const { ran, texts } = await guarded({ server: "raw", tool: "say", input: { text: denial } });
    expect(ran).toBe(false);
    expect(texts.join("\n")).toContain("not with touch made");
  });

  it("H5 H8 a failing tool, an unknown one and a server that ends are failures, which onFailure makes refusals", async () => {
    const tries = [
      { server: "raw", tool: "fail" },
      { server: "raw", tool: "no-such-tool" },
      { server: "raw", tool: "crash" },
      { server: "other", tool: "echo" },
    ];
    for (const hook of tries) {
      const [open, closed] = await Promise.all([
        guarded(hook),
        guarded({ ...hook, onFailure: "block" }),
      ]);
      expect([hook.tool, open.ran, closed.ran]).toEqual([hook.tool, true, false]);
    }
  });

  it("H5 a hook for a server that is not there is reported at the start", async () => {
    const { notices } = await guarded({ server: "other", tool: "echo" });
    expect(notices).toContain("no MCP server is called other; there are raw");
  });
});

describe("servers of a project", () => {
  const config = JSON.parse(rawServer());
  const project: Play = {
    files: { ".mcp.json": JSON.stringify({ ...config, env: { NODE_OPTIONS: "x" } }) },
    script: { main: [[{ tool: "mcp__raw__echo", input: {} }], ["done"]], after: "done" },
  };

  it("T6 are started only if the project is trusted, and the user sees it otherwise", async () => {
    const [untrusted, ignored, trusted, strict] = await Promise.all([
      play(project),
      play({ ...project, strictMcpConfig: true }),
      play({ ...project, trustProject: true }),
      play({ ...project, trustProject: true, strictMcpConfig: true }),
    ]);
    const last = (played: Awaited<ReturnType<typeof play>>) =>
      userTexts(played.requests.at(-1)?.messages ?? []).at(-1);
    expect(last(untrusted)).toContain("There is no tool mcp__raw__echo");
    expect(noticesOf(untrusted)).toContain(
      "Not in effect: the MCP server raw in .mcp.json, which is not trusted.",
    );
    expect(noticesOf(ignored)).not.toContain("not trusted");
    expect(last(trusted)).toBe("echo {}");
    expect(last(strict)).toContain("There is no tool mcp__raw__echo");
  });

  it("C5 mistakes in the file are reported with the file and line; the other servers are started", async () => {
    const servers = { ...config.mcpServers, wrong: { command: ["a"] } };
    const played = await play({
      ...project,
      files: { ".mcp.json": JSON.stringify({ mcpServers: servers }, null, 2) },
      trustProject: true,
    });
    expect(noticesOf(played)).toMatch(
      /\.mcp\.json:\d+.*"wrong" is not started|"wrong" is not started/,
    );
    expect(userTexts(played.requests.at(-1)?.messages ?? []).at(-1)).toBe("echo {}");
  });
});
