import { describe, expect, it } from "vitest";
import { codes, fileOf, labels, newWorld, settingsWith, type World } from "./testing.ts";

const user = "home/.claude/settings.json";
const project = "project/.claude/settings.json";
const cache = "home/.claude/plugins/cache/market/guard/1.0.0";
const enabling = (on: unknown, id = "guard@market") =>
  JSON.stringify({ enabledPlugins: { [id]: on } });

/** Writes the list that Claude Code keeps of installed plugins. */
function install(world: World, entries: unknown, id = "guard@market") {
  const plugins = { [id]: entries };
  return world.write(
    "home/.claude/plugins/installed_plugins.json",
    JSON.stringify({ version: 2, plugins }),
  );
}

/** A plugin in the cache, with one hook, that is installed for the user. */
function worldWithPlugin() {
  const world = newWorld();
  world.write(`${cache}/.claude-plugin/plugin.json`, '{"name": "guard"}');
  world.write(`${cache}/hooks/hooks.json`, settingsWith("cached"));
  install(world, [{ scope: "user", installPath: world.at(cache), version: "1.0.0" }]);
  return world;
}

describe("plugins that the user installed", () => {
  it("C1 are loaded when the user's settings enable them, which is the user's trust in them", async () => {
    const world = worldWithPlugin();
    world.write(user, enabling(true));
    const snapshot = await world.load();
    expect(snapshot.hooks).toMatchObject([
      {
        label: "cached",
        origin: {
          scope: "plugin",
          owner: "guard",
          needsTrust: false,
          root: world.at(cache),
          pluginData: world.at("home/.claude/plugins/data/guard-market"),
        },
      },
    ]);
    expect(snapshot.hooks[0]?.source.line).toBeGreaterThan(0);
    expect(snapshot.plugins).toEqual([
      {
        name: "guard",
        root: world.at(cache),
        needsTrust: false,
        paths: {
          commands: [world.at(cache, "commands")],
          agents: [world.at(cache, "agents")],
          skills: [world.at(cache, "skills")],
          outputStyles: [world.at(cache, "output-styles")],
        },
      },
    ]);
    expect(snapshot.diagnostics).toEqual([]);
  });

  it.each([
    ["disables them", enabling(false), "disabled in"],
    ["do not mention them", "{}", "installed but not enabled"],
    ["enable the same name of another marketplace", enabling(true, "guard@other"), "not enabled"],
  ])("C1 C5 are reported as not loaded if the settings %s", async (_what, text, detail) => {
    const world = worldWithPlugin();
    world.write(user, text);
    const snapshot = await world.load();
    expect(labels(snapshot)).toEqual([]);
    expect(snapshot.plugins).toEqual([]);
    const file = fileOf(snapshot, world.at(cache, "hooks/hooks.json"));
    expect(file).toMatchObject({ state: "absent", detail: expect.stringContaining(detail) });
  });

  it("C1 hooks and commands in the entry of the marketplace count, also without a manifest (strict: false)", async () => {
    const world = newWorld();
    const market = "home/.claude/plugins/marketplaces/market";
    const inline = JSON.parse(settingsWith("inline")).hooks;
    const plugins = [
      { name: "other", source: "./other", strict: false, hooks: inline },
      { name: "guard", source: "./", strict: false, hooks: inline, commands: ["./more/do.md"] },
      { name: "twin", source: "./", strict: false, hooks: "./config/twin.json" },
    ];
    const file = `${market}/.claude-plugin/marketplace.json`;
    world.write(file, JSON.stringify({ name: "market", plugins }, undefined, 2));
    const source = { source: "github", repo: "someone/market" };
    world.write(
      "home/.claude/plugins/known_marketplaces.json",
      JSON.stringify({ market: { source, installLocation: world.at(market) } }),
    );
    world.write(`${cache}/config/twin.json`, settingsWith("twin"));
    world.write(
      `${cache}/more/do.md`,
      "---\nhooks: {Stop: [{hooks: [{type: command, command: ofCommand}]}]}\n---\n",
    );
    const installed = [{ scope: "user", installPath: world.at(cache), version: "1.0.0" }];
    world.write(
      "home/.claude/plugins/installed_plugins.json",
      JSON.stringify({ plugins: { "guard@market": installed, "twin@market": installed } }),
    );
    const on = { "guard@market": true, "twin@market": true };
    world.write(user, JSON.stringify({ enabledPlugins: on }));
    const snapshot = await world.load();
    expect(labels(snapshot)).toEqual(["inline", "twin", "ofCommand"]);
    expect(snapshot.hooks[0]).toMatchObject({
      origin: { scope: "plugin", owner: "guard", root: world.at(cache), needsTrust: false },
      source: { file: world.at(file), path: expect.stringContaining("plugins[1].hooks.") },
    });
    expect(snapshot.hooks[1]?.origin.owner).toBe("twin");
    expect(snapshot.hooks[2]?.origin.command).toBe("guard:do");
    expect(snapshot.plugins.map(({ name, paths }) => [name, paths.commands])).toEqual([
      ["guard", [world.at(cache, "commands"), world.at(cache, "more/do.md")]],
      ["twin", [world.at(cache, "commands")]],
    ]);
    expect(codes(snapshot)).toEqual([]);
    world.write(user, enabling(true));
    expect(labels(await world.load())).toEqual(["inline", "ofCommand"]);
  });

  it("T1 hooks in a marketplace that is part of the project need trust", async () => {
    const world = worldWithPlugin();
    const inline = JSON.parse(settingsWith("inline")).hooks;
    const plugins = [{ name: "guard", source: { source: "github", repo: "x/y" }, hooks: inline }];
    world.write("project/market/.claude-plugin/marketplace.json", JSON.stringify({ plugins }));
    const path = world.at("project/market");
    world.write(
      "home/.claude/plugins/known_marketplaces.json",
      JSON.stringify({ market: { source: { source: "directory", path }, installLocation: path } }),
    );
    world.write(user, enabling(true));
    const { hooks } = await world.load();
    expect(hooks.map(({ label, origin }) => [label, origin.needsTrust])).toEqual([
      ["inline", true],
      ["cached", true],
    ]);
  });

  it("T4 need trust if only the project enables them, and a project cannot disable them", async () => {
    const world = worldWithPlugin();
    world.write(project, enabling(true));
    expect((await world.load()).hooks[0]?.origin.needsTrust).toBe(true);
    world.write(project, enabling(false));
    world.write(user, enabling(true));
    const snapshot = await world.load();
    expect(labels(snapshot)).toEqual(["cached"]);
    expect(codes(snapshot)).toEqual(["plugin-switch-not-here"]);
    world.write(project, enabling(true));
    world.write(user, enabling(false));
    expect(labels(await world.load())).toEqual([]);
  });

  it("C1 of a marketplace that is a local folder are read from that folder", async () => {
    const world = worldWithPlugin();
    world.write(user, enabling(true));
    world.write("market/plugins/guard/hooks/hooks.json", settingsWith("from folder"));
    const entry = { name: "guard", source: "./plugins/guard" };
    world.write("market/.claude-plugin/marketplace.json", JSON.stringify({ plugins: [entry] }));
    const known = { source: { source: "directory", path: world.at("market") } };
    const list = "home/.claude/plugins/known_marketplaces.json";
    world.write(list, JSON.stringify({ market: known }));
    const { hooks } = await world.load();
    expect(hooks).toMatchObject([
      { label: "from folder", origin: { owner: "guard", needsTrust: false } },
    ]);
    world.write(list, JSON.stringify({ market: { source: { source: "github", repo: "a/b" } } }));
    expect(labels(await world.load())).toEqual(["cached"]);
  });

  it("T1 need trust if their files are part of the project, whoever enables them", async () => {
    const world = worldWithPlugin();
    world.write(user, enabling(true));
    world.write("project/guard/hooks/hooks.json", settingsWith("of the project"));
    install(world, [{ scope: "user", installPath: world.at("project/guard") }]);
    expect((await world.load()).hooks).toMatchObject([
      { label: "of the project", origin: { needsTrust: true } },
    ]);
  });

  it("C1 the installation for this project comes before that for the user; older lists have one entry", async () => {
    const world = worldWithPlugin();
    world.write(user, enabling(true));
    const here = `${cache}-here`;
    world.write(`${here}/hooks/hooks.json`, settingsWith("here"));
    const entries = [
      { scope: "project", projectPath: world.at("elsewhere"), installPath: world.at("nowhere") },
      { scope: "user", installPath: world.at(cache) },
      { scope: "project", projectPath: world.project, installPath: world.at(here) },
    ];
    install(world, entries);
    expect(labels(await world.load())).toEqual(["here"]);
    install(world, entries.slice(0, 2));
    expect(labels(await world.load())).toEqual(["cached"]);
    install(world, { version: "1.0.0", installPath: world.at(cache) });
    expect(labels(await world.load())).toEqual(["cached"]);
  });

  it("C5 are reported if they are enabled and not installed, or their folder is gone", async () => {
    const world = newWorld();
    const file = world.write(user, enabling(true));
    expect((await world.load()).diagnostics).toMatchObject([
      { code: "plugin-not-installed", level: "warning", place: { file, line: 1, column: 35 } },
    ]);
    install(world, [{ scope: "user", installPath: world.at("gone") }]);
    expect(codes(await world.load())).toEqual(["missing-plugin"]);
    world.write(user, enabling(false));
    expect(codes(await world.load())).toEqual([]);
  });

  it("T4 a project's settings are no reason to install a plugin", async () => {
    const world = newWorld();
    world.write(project, enabling(true));
    const [missing] = (await world.load()).diagnostics;
    expect(missing).toMatchObject({ code: "plugin-not-installed" });
    expect(missing?.advice).toContain("only if you know who made it");
    expect(missing?.advice).not.toContain("plugin install");
  });

  it.each(["{", "[]", '{"plugins": []}', '{"plugins": {"guard@market": 7}}'])(
    "C5 a list of installed plugins that is %s loads none and breaks nothing",
    async (text) => {
      const world = worldWithPlugin();
      world.write("home/.claude/plugins/installed_plugins.json", text);
      world.write(user, settingsWith("mine"));
      const snapshot = await world.load();
      expect(labels(snapshot)).toEqual(["mine"]);
      expect(codes(snapshot).length).toBe(text.includes("guard") ? 0 : 1);
    },
  );

  it("C7 stay in use when the list can no longer be read", async () => {
    const world = worldWithPlugin();
    world.write(user, enabling(true));
    const configuration = await world.configuration();
    world.write("home/.claude/plugins/installed_plugins.json", "{");
    await (await configuration.check())?.apply();
    expect(labels(configuration.current())).toEqual(["cached"]);
  });

  it("C1 are loaded without user settings only if a policy enables them", async () => {
    const world = worldWithPlugin();
    world.write(user, enabling(true));
    expect(labels(await world.load({ settingSources: [] }))).toEqual([]);
    world.write("managed.json", enabling(true));
    expect(labels(await world.load({ settingSources: [] }))).toEqual(["cached"]);
  });
});
