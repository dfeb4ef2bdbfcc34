import { existsSync } from "node:fs";
import { join } from "node:path";
import { methods } from "@agentclientprotocol/sdk";
import { describe, expect, it } from "vitest";
import { acpWorkplace } from "./testing/acp-client.ts";
import { bash, command } from "./testing/workplace.ts";

const server = join(import.meta.dirname, "../../agent/src/mcp/testing/sdk-server.ts");

describe("acp: sessions", () => {
  it("lists a session, loads it with its history in another process, and continues it", async () => {
    const place = acpWorkplace({
      script: [[bash("echo hello")], ["first answer"], ["second answer"]],
    });
    const first = await place.connect();
    const { sessionId } = await first.newSession();
    await first.prompt(sessionId, "remember this");
    await first.close();
    const acp = await place.connect();
    const { sessions } = await acp.agent.request(methods.agent.session.list, { cwd: place.cwd });
    expect(sessions).toMatchObject([{ sessionId, cwd: place.cwd, title: "remember this" }]);
    const loaded = await acp.agent.request(methods.agent.session.load, {
      sessionId,
      cwd: place.cwd,
      mcpServers: [],
    });
    expect(loaded.modes?.currentModeId).toBe("default");
    const kinds = acp.updates().map(({ sessionUpdate }) => sessionUpdate);
    expect(kinds.slice(0, 4)).toEqual([
      "user_message_chunk",
      "tool_call",
      "tool_call_update",
      "agent_message_chunk",
    ]);
    expect(acp.ofKind("user_message_chunk")).toMatchObject([
      { content: { text: "remember this" } },
    ]);
    expect(acp.said()).toBe("first answer");
    await acp.prompt(sessionId, "and now?");
    expect(acp.said()).toBe("first answersecond answer");
    const unknown = { sessionId: "none", cwd: place.cwd, mcpServers: [] };
    await expect(acp.agent.request(methods.agent.session.load, unknown)).rejects.toThrow(
      "there is no session none",
    );
    await acp.agent.request(methods.agent.session.close, { sessionId });
    await expect(acp.prompt(sessionId, "closed?")).rejects.toMatchObject({ code: -32002 });
    await acp.close();
    expect([...first.problems, ...acp.problems]).toEqual([]);
  });

  it("runs two sessions at once, and MCP servers that the client hands over", async () => {
    const place = acpWorkplace({
      script: [[{ tool: "mcp__notes__add", input: { text: "x" } }], ["end"]],
    });
    const acp = await place.connect();
    const args = ["--conditions=workspace-source", server];
    const mcpServers = [
      { name: "notes", command: process.execPath, args, env: [{ name: "A", value: "b" }] },
    ];
    const [with_, without] = await Promise.all([acp.newSession({ mcpServers }), acp.newSession()]);
    await Promise.all([acp.prompt(with_.sessionId, "go"), acp.prompt(without.sessionId, "go")]);
    const results = acp.ofKind("tool_call_update").map(({ content }) => JSON.stringify(content));
    expect(
      results.filter((text) => text.includes("There is no tool mcp__notes__add")),
    ).toHaveLength(1);
    const sse = [{ type: "sse", name: "old", url: "http://127.0.0.1:1", headers: [] }];
    await expect(acp.newSession({ mcpServers: sse })).rejects.toThrow(
      "sse, which is not supported",
    );
    await expect(acp.newSession({ cwd: "not/absolute" })).rejects.toThrow("absolute path");
    await acp.close();
    expect(acp.problems).toEqual([]);
  });

  it("fires SessionEnd and leaves nothing when the client goes away during a turn, and with a signal", async () => {
    const place = acpWorkplace({
      hooks: { SessionEnd: command("touch ended") },
      script: [[bash("touch began; sleep 60")], ["late"]],
    });
    const acp = await place.connect(["--allowedTools", "Bash"]);
    const { sessionId } = await acp.newSession();
    const prompt = acp.prompt(sessionId, "go").catch((error: Error) => error);
    await place.appears("began");
    acp.child.stdin.end();
    expect((await acp.ended).code).toBe(0);
    expect(await prompt).toBeInstanceOf(Error);
    expect(existsSync(join(place.cwd, "ended"))).toBe(true);
    expect(place.left()).toEqual([]);
    const signalled = await place.connect();
    signalled.child.kill("SIGTERM");
    expect((await signalled.ended).code).toBe(143);
    const deaf = await place.connect();
    deaf.child.stdout.destroy();
    void deaf.newSession().catch(() => {});
    expect((await deaf.ended).code).toBe(0);
  });

  it("answers a malformed message and continues", async () => {
    const acp = await acpWorkplace({ script: [["still here"]] }).connect();
    const answers = async (line: string) => {
      const before = acp.lines.length;
      acp.child.stdin.write(`${line}\n`);
      await acp.until(() => acp.lines.length > before);
      return JSON.parse(acp.lines[before] ?? "").error;
    };
    expect(await answers("{ not json")).toMatchObject({ code: -32700 });
    expect(await answers("[1]")).toMatchObject({ code: -32600 });
    expect(
      await answers('{"jsonrpc":"2.0","id":90,"method":"session/new","params":{}}'),
    ).toMatchObject({
      code: -32602,
    });
    expect(await answers('{"jsonrpc":"2.0","id":91,"method":"no/such"}')).toMatchObject({
      code: -32601,
    });
    const { sessionId } = await acp.newSession();
    expect(await acp.prompt(sessionId, "go")).toEqual({ stopReason: "end_turn" });
    await acp.close();
    expect(acp.problems).toEqual([]);
  });
});
