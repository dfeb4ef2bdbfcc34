import { mkdirSync, symlinkSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { configuredServers, serverNames } from "./configured-servers.ts";
import { pluginDataFolder } from "./sources.ts";
import { codes, fileOf, labels, newWorld, settingsWith, type World } from "./testing.ts";

const load = (world: World, more = {}) =>
  world.load({ pluginDirectories: [world.at("plugin")], ...more });
const manifest = (world: World, content: object) =>
  world.write("plugin/.claude-plugin/plugin.json", JSON.stringify(content, undefined, 2));
const inner = { PreToolUse: [{ hooks: [{ type: "command", command: "inline" }] }] };

describe("plugins", () => {
  it("C1 hooks/hooks.json with its wrapper and description, named by the manifest", async () => {
    const world = newWorld();
    manifest(world, { name: "guard" });
    const { hooks } = JSON.parse(settingsWith("one"));
    world.write("plugin/hooks/hooks.json", JSON.stringify({ description: "d", hooks }));
    const snapshot = await load(world);
    expect(snapshot.hooks).toMatchObject([
      {
        label: "one",
        origin: { owner: "guard", pluginData: pluginDataFolder(world.home, "guard") },
      },
    ]);
    expect(snapshot.diagnostics).toEqual([]);
    expect(snapshot.settings).toEqual([]);
  });

  it("C1, C2 hooks in the front matter of its commands, also of those that the manifest names, come last", async () => {
    const world = newWorld();
    const front = (command: string) =>
      `---\nhooks: {Stop: [{hooks: [{type: command, command: ${command}, once: true}]}]}\n---\n`;
    manifest(world, { name: "guard", commands: ["./more/one.md", "./gone", "../outside.md"] });
    world.write("plugin/hooks/hooks.json", settingsWith("usual"));
    world.write("plugin/commands/db/reset.md", front("reset"));
    world.write("plugin/commands/plain.md", "no front matter");
    world.write("plugin/more/one.md", front("one"));
    world.write("outside.md", front("outside"));
    symlinkSync(world.at("outside.md"), world.at("plugin/commands/link.md"));
    world.write("project/.claude/settings.local.json", settingsWith("local"));
    const snapshot = await load(world);
    expect(labels(snapshot)).toEqual(["usual", "local", "reset", "one"]);
    expect(snapshot.hooks.slice(2).map(({ origin }) => origin)).toMatchObject([
      { scope: "plugin", owner: "guard", command: "guard:db:reset", needsTrust: true },
      { scope: "plugin", owner: "guard", command: "guard:one", root: world.at("plugin") },
    ]);
    expect(snapshot.diagnostics.map(({ code, message }) => [code, message])).toEqual([
      ["bad-plugin-part", '"commands" names ./gone, which does not exist'],
      ["bad-plugin-part", '"commands" names ../outside.md, which is outside the plugin'],
    ]);
  });

  it("C1 without a manifest the folder names it", async () => {
    const world = newWorld();
    world.write("plugin/hooks/hooks.json", settingsWith("one"));
    expect((await load(world)).hooks[0]?.origin.owner).toBe("plugin");
  });

  it.each([
    ["a path", "./config/mine.json", ["usual", "named"]],
    ["a list of paths", ["./config/mine.json", "hooks/hooks.json"], ["usual", "named"]],
    ["the usual path", "./hooks/hooks.json", ["usual"]],
    ["the hooks", inner, ["inline", "usual"]],
    ["the hooks with the wrapper", { hooks: inner }, ["inline", "usual"]],
    ["a name that only looks like the way out", "..config/mine.json", ["usual", "dots"]],
  ])("C9 the manifest has %s", async (_what, hooks, found) => {
    const world = newWorld();
    manifest(world, { name: "guard", hooks });
    world.write("plugin/hooks/hooks.json", settingsWith("usual"));
    world.write("plugin/config/mine.json", settingsWith("named"));
    world.write("plugin/..config/mine.json", settingsWith("dots"));
    const snapshot = await load(world);
    expect(labels(snapshot)).toEqual(found);
    expect(codes(snapshot)).toEqual([]);
  });

  it.each([
    [inner, 7, "hooks.PreToolUse[0].hooks[0]"],
    [{ hooks: inner }, 8, "hooks.hooks.PreToolUse[0].hooks[0]"],
  ])("C5 hooks in a manifest have their place in it", async (hooks, line, path) => {
    const world = newWorld();
    const file = manifest(world, { name: "guard", hooks });
    expect((await load(world)).hooks[0]?.source).toMatchObject({ file, line, path });
  });

  it.each(["../outside.json", "./link.json", "linked/outside.json"])(
    "C1 hooks %s outside the plugin are not read, and reported at their place in the manifest",
    async (hooks) => {
      const world = newWorld();
      const file = manifest(world, { name: "guard", hooks });
      world.write("outside.json", settingsWith("outside"));
      world.write("elsewhere/outside.json", settingsWith("outside"));
      symlinkSync(world.at("outside.json"), world.at("plugin", "link.json"));
      symlinkSync(world.at("elsewhere"), world.at("plugin", "linked"));
      const snapshot = await load(world);
      expect(labels(snapshot)).toEqual([]);
      expect(snapshot.diagnostics).toMatchObject([
        { code: "plugin-hooks-outside", place: { file, line: 3, column: 12, path: "hooks" } },
      ]);
    },
  );

  it("C1 a default hooks file that is a link out of the plugin is not read", async () => {
    const world = newWorld();
    world.write("outside.json", settingsWith("outside"));
    mkdirSync(world.at("plugin", "hooks"), { recursive: true });
    symlinkSync(world.at("outside.json"), world.at("plugin", "hooks", "hooks.json"));
    const snapshot = await load(world);
    expect(labels(snapshot)).toEqual([]);
    expect(codes(snapshot)).toEqual(["plugin-hooks-outside"]);
  });

  it("C1 a flat file without the wrapper is explained and not loaded", async () => {
    const world = newWorld();
    const file = world.write(
      "plugin/hooks/hooks.json",
      `{\n  "description": "d",\n  "PreToolUse": [{"hooks": []}]\n}`,
    );
    const snapshot = await load(world);
    expect(fileOf(snapshot, "hooks.json")).toMatchObject({ state: "invalid", hooks: 0 });
    expect(snapshot.diagnostics).toMatchObject([
      {
        code: "plugin-hooks-unwrapped",
        place: { file, line: 3, column: 3 },
        advice: expect.stringContaining('"hooks"'),
      },
    ]);
  });

  it("C1 a list next to the wrapper is not a flat file", async () => {
    const world = newWorld();
    world.write("plugin/hooks/hooks.json", '{"hooks": {}, "keywords": ["a"]}');
    expect(codes(await load(world))).toEqual([]);
  });

  it.each([
    ["user", "home/.claude/settings.json", "guard"],
    ["user", "home/.claude/settings.json", "guard@market"],
    ["managed", "managed.json", "guard@market"],
  ])("C1 %s settings disable a plugin, and the report says so", async (_scope, file, name) => {
    const world = newWorld();
    manifest(world, { name: "guard" });
    world.write("plugin/hooks/hooks.json", settingsWith("one"));
    const where = world.write(file, JSON.stringify({ enabledPlugins: { [name]: false } }));
    const snapshot = await load(world);
    expect(labels(snapshot)).toEqual([]);
    expect(fileOf(snapshot, "hooks.json")?.detail).toBe(`the plugin is disabled in ${where}`);
  });

  it("C1 if several files mention a plugin, managed settings decide, then --settings", async () => {
    const world = newWorld();
    manifest(world, { name: "guard" });
    world.write("plugin/hooks/hooks.json", settingsWith("one"));
    const says = (on: boolean) => JSON.stringify({ enabledPlugins: { guard: on } });
    world.write("home/.claude/settings.json", says(false));
    expect(labels(await load(world, { settings: says(true) }))).toEqual(["one"]);
    world.write("managed.json", says(false));
    expect(labels(await load(world, { settings: says(true) }))).toEqual([]);
  });

  it.each(["settings.json", "settings.local.json"])(
    "T4 a project's %s cannot disable a plugin, which is reported",
    async (name) => {
      const world = newWorld();
      manifest(world, { name: "guard" });
      world.write("plugin/hooks/hooks.json", settingsWith("one"));
      const file = world.write(
        `project/.claude/${name}`,
        '{"enabledPlugins": {"other": true, "guard": false}}',
      );
      const snapshot = await load(world);
      expect(labels(snapshot)).toEqual(["one"]);
      expect(snapshot.diagnostics).toMatchObject([
        { code: "plugin-switch-not-here", place: { file, path: "enabledPlugins.guard" } },
      ]);
    },
  );

  it("C1 a --plugin-dir that does not exist, or is a file, is an error", async () => {
    const world = newWorld();
    world.write("file", "");
    const named = [world.at("nowhere"), world.at("file"), world.at("file", "below")];
    const snapshot = await world.load({ pluginDirectories: named });
    expect(snapshot.diagnostics.map(({ place, message }) => [place.file, message])).toEqual([
      [named[0], "there is no such folder"],
      [named[1], "it is not a folder"],
      [named[2], "part of its path is a file, not a folder"],
    ]);
    expect(codes(snapshot)).toEqual(["missing-plugin", "missing-plugin", "missing-plugin"]);
  });

  it("C5 a hooks file that the manifest names must exist", async () => {
    const world = newWorld();
    manifest(world, { name: "guard", hooks: "./none.json" });
    const snapshot = await load(world);
    expect(codes(snapshot)).toEqual(["missing-file"]);
    expect(fileOf(snapshot, "none.json")).toMatchObject({ state: "absent" });
  });

  it.each([
    ["{", "not-a-manifest"],
    ["[]", "not-a-manifest"],
    ['{"hooks": 1}', "hooks-not-an-object"],
    ['{"hooks": [1]}', "hooks-as-list"],
    ['{"name": "a", "name": "b"}', "repeated-key"],
  ])("C5 the manifest %s gets a diagnostic", async (text, code) => {
    const world = newWorld();
    world.write("plugin/.claude-plugin/plugin.json", text);
    expect(codes(await load(world))).toContain(code);
  });

  it("C1 its MCP servers come from .mcp.json, the manifest, and files that the manifest names", async () => {
    const world = newWorld();
    const server = { command: "node", args: ["${CLAUDE_PLUGIN_ROOT}/server.js"] };
    world.write("plugin/.mcp.json", JSON.stringify({ mcpServers: { usual: server } }));
    manifest(world, { name: "guard", mcpServers: { inline: server, broken: { args: [] } } });
    const inline = await load(world);
    expect(serverNames(inline.settings)).toEqual([
      "plugin:guard:inline",
      "plugin:guard:broken",
      "plugin:guard:usual",
    ]);
    expect(configuredServers(inline.settings)).toHaveLength(2);
    expect(inline.diagnostics).toMatchObject([
      { code: "bad-mcp-server", place: { line: 10, path: "mcpServers.broken.command" } },
    ]);
    world.write("plugin/more.json", JSON.stringify({ flat: server }));
    world.write("plugin/wrapped.json", JSON.stringify({ mcpServers: { wrapped: server } }));
    manifest(world, {
      name: "guard",
      mcpServers: ["./more.json", "./wrapped.json", "./.mcp.json"],
    });
    const named = await load(world);
    expect(serverNames(named.settings)).toEqual([
      "plugin:guard:usual",
      "plugin:guard:flat",
      "plugin:guard:wrapped",
    ]);
    expect(codes(named)).toEqual([]);
  });

  it("C5 a file with servers that is broken, missing or outside the plugin is reported at its place", async () => {
    const world = newWorld();
    world.write("plugin/.mcp.json", '{\n  "mcpServers": {\n');
    world.write("outside.json", "{}");
    manifest(world, { name: "guard", mcpServers: ["./none.json", "../outside.json"] });
    expect((await load(world)).diagnostics).toMatchObject([
      { code: "not-json", place: { file: world.at("plugin/.mcp.json"), line: 3 } },
      { code: "missing-file", place: { file: world.at("plugin/none.json") } },
      { code: "bad-plugin-part", place: { path: "mcpServers[1]" } },
    ]);
  });

  it.each(["..", ".", "", "../../x", "a/b", "__proto__"])(
    "P7 the data folder of a plugin called %j is inside the folder for all plugins",
    (name) => {
      const all = pluginDataFolder("/home", "x").slice(0, -1);
      const folder = pluginDataFolder("/home", name);
      expect(folder.startsWith(all)).toBe(true);
      expect(folder.slice(all.length)).toMatch(/^[^/]+$/);
    },
  );
});
