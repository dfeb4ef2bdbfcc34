import { mkdirSync, symlinkSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { resolveSources } from "./sources.ts";
import { codes, fileOf, labels, markdownWith, newWorld, settingsWith } from "./testing.ts";

describe("C1 scopes", () => {
  it("C1 C2 every scope contributes, in plan order", async () => {
    const world = newWorld();
    world.write("project/.claude/agents/reviewer.md", markdownWith("project agent"));
    world.write("home/.claude/agents/helper.md", markdownWith("home agent"));
    world.write("project/.claude/skills/deploy/SKILL.md", markdownWith("project skill"));
    world.write("home/.claude/skills/notes/SKILL.md", markdownWith("home skill"));
    world.write("plugin/hooks/hooks.json", settingsWith("plugin"));
    world.write("flag.json", settingsWith("flag one", "flag two"));
    world.write("project/.claude/settings.local.json", settingsWith("local"));
    world.write("project/.claude/settings.json", settingsWith("project one", "project two"));
    world.write("home/.claude/settings.json", settingsWith("user"));
    world.write("managed.json", settingsWith("managed"));
    const snapshot = await world.load({
      settings: world.at("flag.json"),
      pluginDirectories: [world.at("plugin")],
    });
    expect(snapshot.hooks.map(({ label, origin }) => `${origin.scope}: ${label}`)).toEqual([
      "managed: managed",
      "user: user",
      "project: project one",
      "project: project two",
      "plugin: plugin",
      "local: local",
      "settings-flag: flag one",
      "settings-flag: flag two",
      "skill: home skill",
      "skill: project skill",
      "agent: home agent",
      "agent: project agent",
    ]);
    expect(snapshot.diagnostics).toEqual([]);
    expect(snapshot.settings.map(({ origin }) => origin.scope)).toEqual([
      "managed",
      "user",
      "project",
      "local",
      "settings-flag",
    ]);
    expect(Object.isFrozen(snapshot) && Object.isFrozen(snapshot.hooks)).toBe(true);
  });

  it("T1 hooks of a project or plugin need trust, and have their root", async () => {
    const world = newWorld();
    world.write("project/.claude/settings.json", settingsWith("project"));
    world.write("project/.claude/agents/a.md", markdownWith("agent"));
    world.write("home/.claude/settings.json", settingsWith("user"));
    world.write("plugin/hooks/hooks.json", settingsWith("plugin"));
    const { hooks } = await world.load({ pluginDirectories: [world.at("plugin")] });
    expect(hooks.map(({ origin: { needsTrust, root } }) => [needsTrust, root])).toEqual([
      [false, undefined],
      [true, world.project],
      [true, world.at("plugin")],
      [true, world.project],
    ]);
  });

  it("C6 a hook whose command does not exist is still a hook", async () => {
    const world = newWorld();
    world.write("home/.claude/settings.json", settingsWith("/no/such/program --flag"));
    const { hooks, diagnostics } = await world.load();
    expect(hooks.map(({ label, dormant }) => [label, dormant])).toEqual([
      ["/no/such/program --flag", undefined],
    ]);
    expect(diagnostics).toEqual([]);
  });

  it("C1 parents are not searched", async () => {
    const world = newWorld();
    world.write("project/.claude/settings.json", settingsWith("parent"));
    mkdirSync(world.at("project", "below"));
    expect(labels(await world.load({ cwd: world.at("project", "below") }))).toEqual([]);
  });

  it.each([
    [["user"], ["managed", "user", "user agent"]],
    [["project"], ["managed", "project", "project agent"]],
    [["local"], ["managed", "local"]],
    [[], ["managed"]],
  ] as const)(
    "C1 settingSources %j disables the other files, but never managed settings",
    async (names, found) => {
      const world = newWorld();
      world.write("managed.json", settingsWith("managed"));
      for (const scope of ["home", "project"] as const) {
        const called = scope === "home" ? "user" : "project";
        world.write(`${scope}/.claude/settings.json`, settingsWith(called));
        world.write(`${scope}/.claude/agents/a.md`, markdownWith(`${called} agent`));
      }
      world.write("project/.claude/settings.local.json", settingsWith("local"));
      expect(labels(await world.load({ settingSources: names }))).toEqual(found);
    },
  );

  it("C1 --settings accepts JSON, and a path relative to the session's directory", async () => {
    const world = newWorld();
    world.write("project/extra.json", settingsWith("from file"));
    expect(labels(await world.load({ settings: "extra.json" }))).toEqual(["from file"]);
    const text = ` ${settingsWith("from text")}`;
    const snapshot = await world.load({ settings: text });
    expect(labels(snapshot)).toEqual(["from text"]);
    expect(fileOf(snapshot, "--settings")).toMatchObject({ state: "loaded", hooks: 1 });
  });

  it.each(["nowhere.json", "[]", "x".repeat(5000), "a\0b", ""])(
    "C1 --settings %.20j that is not a file is an error, and the rest works",
    async (settings) => {
      const world = newWorld();
      world.write("home/.claude/settings.json", settingsWith("user"));
      const snapshot = await world.load({ settings });
      expect(labels(snapshot)).toEqual(["user"]);
      expect(snapshot.diagnostics).toHaveLength(1);
      expect(snapshot.diagnostics[0]).toMatchObject({ level: "error", place: { line: 1 } });
      expect(snapshot.diagnostics[0]?.message.length).toBeLessThan(200);
    },
  );

  it("C1 broken JSON in --settings is reported like that of a file", async () => {
    const { diagnostics } = await newWorld().load({ settings: '{"hooks": ' });
    expect(diagnostics).toMatchObject([
      { code: "not-json", place: { file: "--settings", line: 1, column: 11 } },
    ]);
  });

  it("C5 every file looked for is in the report, with a state", async () => {
    const world = newWorld();
    world.write("project/.claude/settings.json", "{");
    world.write("project/.claude/skills/empty/notes.txt", "");
    world.write("project/.claude/agents/plain.md", "no front matter");
    const { files } = await world.load({ pluginDirectories: [world.at("plugin")] });
    const shown = files.map(({ file, state }) => `${file.slice(world.at().length + 1)} ${state}`);
    expect(shown).toEqual([
      "managed.json absent",
      "home/.claude/settings.json absent",
      "project/.claude/settings.json invalid",
      "home/.claude/plugins/installed_plugins.json absent",
      "plugin absent",
      "project/.claude/settings.local.json absent",
      "home/.claude/skills absent",
      "project/.claude/skills/empty/SKILL.md absent",
      "home/.claude/commands absent",
      "project/.claude/commands absent",
      "home/.claude/agents absent",
      "project/.claude/agents/plain.md loaded",
    ]);
  });

  it("T7 a relative managed path is not below the project", () => {
    const { managedFile } = resolveSources({ cwd: "/project", managedFile: "managed.json" });
    expect(managedFile).toBe(`${process.cwd()}/managed.json`);
  });
});

describe("a file reached by two paths is loaded once", () => {
  it("C1 if the home folder is the project, its settings are the user's, and the report says so", async () => {
    const world = newWorld();
    world.write("home/.claude/settings.json", settingsWith("once"));
    world.write("home/.claude/agents/a.md", markdownWith("agent once"));
    const snapshot = await world.load({ cwd: world.home });
    expect(labels(snapshot)).toEqual(["once", "agent once"]);
    expect(snapshot.hooks.map(({ origin }) => origin.needsTrust)).toEqual([false, false]);
    const same = snapshot.files.filter(({ state }) => state === "same-file");
    expect(same).toMatchObject([
      { scope: "project", detail: expect.stringContaining("already loaded as user") },
      { scope: "agent", detail: expect.stringContaining("a.md") },
    ]);
  });

  it("C1 links: a project file to the user's, a home that is a link to the project", async () => {
    const world = newWorld();
    world.write("home/.claude/settings.json", settingsWith("once"));
    mkdirSync(world.at("project", ".claude"));
    const link = world.at("project", ".claude", "settings.json");
    symlinkSync(world.at("home", ".claude", "settings.json"), link);
    const snapshot = await world.load();
    expect(labels(snapshot)).toEqual(["once"]);
    expect(fileOf(snapshot, "project/.claude/settings.json")).toMatchObject({ state: "same-file" });

    symlinkSync(world.home, world.at("link"));
    const linked = await world.load({ cwd: world.home, home: world.at("link") });
    expect(labels(linked)).toEqual(["once"]);
  });

  it("C1 a plugin named by two paths is loaded once", async () => {
    const world = newWorld();
    world.write("plugin/hooks/hooks.json", settingsWith("plugin"));
    symlinkSync(world.at("plugin"), world.at("other"));
    const snapshot = await world.load({
      pluginDirectories: [world.at("plugin"), world.at("other"), world.at("plugin", ".")],
    });
    expect(labels(snapshot)).toEqual(["plugin"]);
    const same = snapshot.files.filter(({ state }) => state === "same-file");
    expect(same).toMatchObject([
      { file: world.at("other"), detail: `the same plugin as ${world.at("plugin")}` },
      { file: world.at("plugin") },
    ]);
    expect(codes(snapshot)).toEqual([]);
  });
});
