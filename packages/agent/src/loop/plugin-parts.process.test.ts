import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { newFolders, type Play, play, userTexts } from "./testing/play.ts";

/** A server that answers every call with its plugin's folders. */
const server = `
const send = (message) => console.log(JSON.stringify({ jsonrpc: "2.0", ...message }));
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  const { CLAUDE_PLUGIN_ROOT: root, CLAUDE_PLUGIN_DATA: data } = process.env;
  const exists = require("node:fs").existsSync(data ?? "");
  const tools = [{ name: "where", inputSchema: { type: "object" } }];
  if (method === "initialize")
    send({ id, result: { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "x", version: "1" } } });
  else if (method === "tools/list") send({ id, result: { tools } });
  else if (method === "tools/call")
    send({ id, result: { content: [{ type: "text", text: JSON.stringify({ root, data, exists }) }] } });
  else if (id !== undefined) send({ id, result: {} });
});
`;
const entry = { command: process.execPath, args: ["${CLAUDE_PLUGIN_ROOT}/server.cjs"] };

/** A plugin folder with files, and the folders of a session. */
function withPlugin(files: Readonly<Record<string, string | object>>, at = "plugin") {
  const folders = newFolders();
  const root = join(folders.home, at);
  for (const [path, content] of Object.entries({ "server.cjs": server, ...files })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    const text = typeof content === "string" ? content : JSON.stringify(content, undefined, 2);
    writeFileSync(join(root, path), text);
  }
  return { folders, root };
}

const manifest = (more: object = {}) => ({
  ".claude-plugin/plugin.json": { name: "ops", version: "1.0.0", ...more },
});
const calling = (server: string): Play => ({
  script: [[{ tool: `mcp__${server}__where`, input: {} }], ["done"]],
  permissionMode: "bypassPermissions",
});
const textsOf = ({ requests }: Awaited<ReturnType<typeof play>>) =>
  userTexts(requests[1]?.messages ?? []).join("\n");
const noticesOf = ({ events }: Awaited<ReturnType<typeof play>>) =>
  events.flatMap((event) => (event.type === "notice" ? event.text : [])).join("\n");

describe("the MCP servers of a plugin", () => {
  it.each([
    ["in .mcp.json", { ...manifest(), ".mcp.json": { mcpServers: { a: entry } } }],
    ["in the manifest", manifest({ mcpServers: { a: entry } })],
    [
      "in a file that the manifest names",
      { ...manifest({ mcpServers: "./s.json" }), "s.json": { a: entry } },
    ],
  ])("P7 %s start with its folders, after trust", async (_where, files) => {
    const { folders, root } = withPlugin(files);
    const session = { ...calling("plugin_ops_a"), in: folders, pluginDirectories: [root] };
    const trusted = await play({ ...session, trustProject: true });
    expect(textsOf(trusted)).toContain(`{"root":"${root}","data":"`);
    expect(textsOf(trusted)).toContain('"exists":true');
    expect(trusted.hookInputs).toContainEqual(
      expect.objectContaining({
        hook_event_name: "PostToolUse",
        tool_name: "mcp__plugin_ops_a__where",
        mcp_server: { name: "plugin:ops:a", source: "plugin" },
      }),
    );
    const asked = await play(session);
    expect(textsOf(asked)).not.toContain(root);
    expect(noticesOf(asked)).toContain("the MCP server plugin:ops:a in ");
  });

  it("T1 start without a review if the user's settings enable the installed plugin, and not if none do", async () => {
    const at = ".claude/plugins/cache/market/ops/1.0.0";
    const { folders, root } = withPlugin(
      { ...manifest(), ".mcp.json": { mcpServers: { a: entry } } },
      at,
    );
    const installed = { plugins: { "ops@market": [{ scope: "user", installPath: root }] } };
    writeFileSync(
      join(folders.home, ".claude/plugins/installed_plugins.json"),
      JSON.stringify(installed),
    );
    const session = { ...calling("plugin_ops_a"), in: folders };
    const userSettings = { enabledPlugins: { "ops@market": true } };
    const enabled = await play({ ...session, userSettings });
    expect(textsOf(enabled)).toContain("plugins/data/ops-market");
    const off = await play({ ...session, userSettings: { enabledPlugins: {} } });
    expect(textsOf(off)).not.toContain(root);
  });
});

describe("a plugin that the caller named and that cannot be read", () => {
  it.each([
    [".claude-plugin/plugin.json", '{"name": "ops",\n'],
    ["hooks/hooks.json", '{"hooks": {\n'],
    [".mcp.json", "{\n"],
  ])("C5 %s: the session does not start, because a guard may be missing", async (path, text) => {
    const { folders, root } = withPlugin({ ...manifest(), [path]: text });
    const session = { script: [["done"]], in: folders, pluginDirectories: [root] } as const;
    await expect(play({ ...session, trustProject: true })).rejects.toThrow(
      `--plugin-dir ${join(root, path)}: not valid JSON`,
    );
  });

  const guard = { PreToolUse: [{ hooks: [{ type: "command", command: "exit 2" }] }] };
  it.each([
    [".claude-plugin/plugin.json", { name: "ops", hoooks: guard }, 'did you mean "hooks"?'],
    [".claude-plugin/plugin.json", { name: "ops", skils: "./more" }, 'did you mean "skills"?'],
    [".claude-plugin/plugin.json", { name: "ops", ...guard }, 'put it inside the "hooks" key'],
    ["hooks/hooks.json", { hoooks: guard }, 'did you mean "hooks"?'],
    ["hooks/hooks.json", guard, "the events are at the top level"],
    ["hooks/hooks.json", { description: "guards" }, 'the file has no "hooks" key'],
    ["hooks/hooks.json", { hooks: 1 }, "hooks"],
    ["skills/deploy/SKILL.md", "---\nhoks: {}\n---\nDeploy.\n", 'did you mean "hooks"?'],
  ])("C5 %s with %j: the session does not start either", async (path, content, text) => {
    const { folders, root } = withPlugin({
      ...manifest(),
      [path]: typeof content === "string" ? content : JSON.stringify(content),
    });
    const session = { script: [["done"]], in: folders, pluginDirectories: [root] } as const;
    const start = play({ ...session, trustProject: true });
    await expect(start).rejects.toThrow(`--plugin-dir ${join(root, path)}: `);
    await expect(start).rejects.toThrow(text);
    await expect(start).rejects.toThrow("it may contain guards, so nothing starts without it");
  });

  it("C5 a hooks file that the manifest names and that does not exist: the session does not start", async () => {
    const text = JSON.stringify({ name: "ops", hooks: "./guards.json" });
    const { folders, root } = withPlugin({ ".claude-plugin/plugin.json": text });
    const session = { script: [["done"]], in: folders, pluginDirectories: [root] } as const;
    await expect(play({ ...session, trustProject: true })).rejects.toThrow(
      `--plugin-dir ${join(root, "guards.json")}: the file does not exist; line 1 of the manifest names it`,
    );
  });

  it("C5 an installed one is reported with file and line, and the session starts", async () => {
    const at = ".claude/plugins/cache/market/ops/1.0.0";
    const { folders, root } = withPlugin({ ".claude-plugin/plugin.json": '{\n"name"\n' }, at);
    const installed = { plugins: { "ops@market": [{ scope: "user", installPath: root }] } };
    writeFileSync(
      join(folders.home, ".claude/plugins/installed_plugins.json"),
      JSON.stringify(installed),
    );
    const userSettings = { enabledPlugins: { "ops@market": true } };
    const played = await play({ script: [["done"]], in: folders, userSettings });
    expect(JSON.stringify(played.events)).toMatch(
      /plugin\.json:\d:\d.*the whole plugin is ignored/,
    );
  });
});

it("the user's own servers in ~/.claude.json start without a review", async () => {
  const { folders, root } = withPlugin({});
  const mcpServers = { mine: { ...entry, args: [join(root, "server.cjs")] } };
  writeFileSync(join(folders.home, ".claude.json"), JSON.stringify({ mcpServers }));
  const played = await play({ ...calling("mine"), in: folders });
  expect(textsOf(played)).toContain('"exists":false');
});
