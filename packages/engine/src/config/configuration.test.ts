import { rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { profiles } from "@snaphook/protocol";
import { describe, expect, it } from "vitest";
import { loadConfiguration } from "./configuration.ts";
import type { PendingChange } from "./pending-change.ts";
import { resolveSources } from "./sources.ts";
import { codes, fileOf, labels, markdownWith, newWorld, settingsWith } from "./testing.ts";

const project = "project/.claude/settings.json";
const user = "home/.claude/settings.json";

function found(change: PendingChange | undefined): PendingChange {
  if (!change) throw new Error("no change was found");
  return change;
}

describe("C7 changes", () => {
  it("C7 the settings stay the same until the change is applied", async () => {
    const world = newWorld();
    world.write(project, settingsWith("old", "same"));
    const config = await world.configuration();
    const before = config.current();
    expect(await config.check()).toBeUndefined();
    world.write(project, settingsWith("same", "new"));
    const change = found(await config.check());
    expect(change.files).toMatchObject([{ source: "project_settings", file: world.at(project) }]);
    expect(change.added.map(({ label }) => label)).toEqual(["new"]);
    expect(change.removed.map(({ label }) => label)).toEqual(["old"]);
    expect(labels(change.next)).toEqual(["same", "new"]);
    expect(config.current()).toBe(before);
    await change.apply();
    expect(labels(config.current())).toEqual(["same", "new"]);
    expect(await config.check()).toBeUndefined();
    expect(config.pending()).toBeUndefined();
  });

  it("C7 a file that is rewritten with the same content, or touched, has not changed", async () => {
    const world = newWorld();
    world.write(project, settingsWith("same"));
    const config = await world.configuration();
    world.write(project, settingsWith("same"));
    expect(await config.check()).toBeUndefined();
  });

  it("C7 a file that is created later in a new folder, and deleted again", async () => {
    const world = newWorld();
    const config = await world.configuration();
    world.write(project, settingsWith("later"));
    await found(await config.check()).apply();
    expect(labels(config.current())).toEqual(["later"]);
    rmSync(world.at("project", ".claude"), { recursive: true });
    const change = found(await config.check());
    expect(change.removed.map(({ label }) => label)).toEqual(["later"]);
    await change.apply();
    expect(labels(config.current())).toEqual([]);
    expect(fileOf(config.current(), project)).toMatchObject({ state: "absent" });
  });

  it.each([
    [user, settingsWith("x"), "user_settings"],
    [project, settingsWith("x"), "project_settings"],
    ["project/.claude/settings.local.json", settingsWith("x"), "local_settings"],
    ["managed.json", settingsWith("x"), "policy_settings"],
    ["project/.claude/skills/s/SKILL.md", markdownWith("x"), "skills"],
    ["home/.claude/agents/a.md", markdownWith("x"), "skills"],
    ["plugin/hooks/hooks.json", settingsWith("x"), undefined],
    ["flag.json", settingsWith("x"), undefined],
  ])("E13 a change of %s has its source", async (file, content, source) => {
    const world = newWorld();
    world.write("plugin/.claude-plugin/plugin.json", "{}");
    world.write("flag.json", "{}");
    const config = await world.configuration({
      settings: world.at("flag.json"),
      pluginDirectories: [world.at("plugin")],
    });
    world.write(file, content);
    const change = found(await config.check());
    expect(change.files).toMatchObject([{ source, file: world.at(file), after: content }]);
    await change.apply();
    expect(labels(config.current())).toEqual(["x"]);
    rmSync(world.at(file));
    expect(found(await config.check()).files).toMatchObject([
      { source, before: content, file: world.at(file) },
    ]);
  });

  it("C7 hooks in a plugin's manifest change too", async () => {
    const world = newWorld();
    const manifest = "plugin/.claude-plugin/plugin.json";
    world.write(manifest, settingsWith("old"));
    const config = await world.configuration({ pluginDirectories: [world.at("plugin")] });
    world.write(manifest, settingsWith("new"));
    await found(await config.check()).apply();
    expect(labels(config.current())).toEqual(["new"]);
  });

  it("C5 new files are in the report instead of their empty folder", async () => {
    const world = newWorld();
    const config = await world.configuration();
    world.write("project/.claude/agents/a.md", markdownWith("x"));
    await found(await config.check()).apply();
    expect(config.current().files.at(-1)).toMatchObject({ state: "loaded", hooks: 1 });
    expect(fileOf(config.current(), "project/.claude/agents")).toBeUndefined();
  });
});

describe("C7 a change that is not applied", () => {
  it("C7 is not reported again, stays pending, and can be applied later", async () => {
    const world = newWorld();
    const config = await world.configuration();
    world.write(project, settingsWith("left"));
    expect(await config.check()).toBeDefined();
    expect(await config.check()).toBeUndefined();
    expect(labels(config.current())).toEqual([]);
    const pending = found(config.pending());
    expect(pending.added.map(({ label }) => label)).toEqual(["left"]);
    await pending.apply();
    expect(labels(config.current())).toEqual(["left"]);
    expect(config.pending()).toBeUndefined();
  });

  it("C7 is not applied together with the change of another file", async () => {
    const world = newWorld();
    const config = await world.configuration();
    world.write(project, settingsWith("left"));
    await config.check();
    world.write(user, settingsWith("wanted"));
    const change = found(await config.check());
    expect(change.files).toMatchObject([{ source: "user_settings" }]);
    expect(labels(change.next)).toEqual(["wanted"]);
    await change.apply();
    expect(labels(config.current())).toEqual(["wanted"]);
    expect(found(config.pending()).files).toMatchObject([{ source: "project_settings" }]);
  });

  it("C7 is part of the difference when its file changes again, or is undone", async () => {
    const world = newWorld();
    world.write(project, settingsWith("old"));
    const config = await world.configuration();
    world.write(project, settingsWith("left"));
    await config.check();
    world.write(project, settingsWith("newer"));
    const [before, after] = [settingsWith("old"), settingsWith("newer")];
    expect(found(await config.check()).files).toMatchObject([{ before, after }]);
    world.write(project, settingsWith("old"));
    expect(found(await config.check()).files).toMatchObject([{ before, after: before }]);
  });

  it("C7 is gone when the file has its old content again", async () => {
    const world = newWorld();
    world.write(project, settingsWith("old"));
    const config = await world.configuration();
    world.write(project, settingsWith("left"));
    await config.check();
    world.write(project, settingsWith("old"));
    const back = found(await config.check());
    expect([back.added, back.removed]).toEqual([[], []]);
    expect(config.pending()).toBeUndefined();
  });

  it("C7 an older change that is applied last does not undo a newer one", async () => {
    const world = newWorld();
    const config = await world.configuration();
    world.write(project, settingsWith("first"));
    const first = found(await config.check());
    world.write(user, settingsWith("second"));
    const second = found(await config.check());
    await second.apply();
    expect(labels(first.next)).toEqual(["second", "first"]);
    await first.apply();
    expect(labels(config.current())).toEqual(["second", "first"]);
  });

  it("E13 one file, such as policy settings, can be applied without another", async () => {
    const world = newWorld();
    const config = await world.configuration();
    world.write("managed.json", settingsWith("policy"));
    world.write(project, settingsWith("refused"));
    world.write("project/.claude/agents/a.md", markdownWith("refused too"));
    const change = found(await config.check());
    expect(change.files).toHaveLength(3);
    const policy = change.only([world.at("managed.json")]);
    expect(policy.added.map(({ label }) => label)).toEqual(["policy"]);
    await policy.apply();
    expect(labels(config.current())).toEqual(["policy"]);
    expect(found(config.pending()).files).toHaveLength(2);
  });

  it("E13 removals can be rejected too, and hooks keep their order", async () => {
    const world = newWorld();
    for (const name of ["a", "b", "c"])
      world.write(`project/.claude/agents/${name}.md`, markdownWith(name));
    const config = await world.configuration();
    rmSync(world.at("project/.claude/agents/a.md"));
    world.write("project/.claude/agents/c.md", markdownWith("changed"));
    const change = found(await config.check());
    await change.only([world.at("project/.claude/agents/c.md")]).apply();
    expect(labels(config.current())).toEqual(["a", "b", "changed"]);
  });

  it("C7 overlapping checks report a change once", async () => {
    const world = newWorld();
    const config = await world.configuration();
    world.write(project, settingsWith("new"));
    const changes = await Promise.all([config.check(), config.check(), config.check()]);
    expect(changes.filter(Boolean)).toHaveLength(1);
  });
});

describe("C7 a file that can no longer be read", () => {
  it.each([
    ["is not JSON", (file: string, write: (text: string) => void) => write(`{ "${file}`)],
    ["is no object", (_file: string, write: (text: string) => void) => write("null")],
    ["is binary", (_file: string, write: (text: string) => void) => write("\0")],
    [
      "is a link in a circle",
      (file: string) => {
        rmSync(file);
        symlinkSync(file, file);
      },
    ],
  ])("C7 keeps its last good content when it %s, and recovers", async (_what, spoil) => {
    const world = newWorld();
    const file = world.write(project, settingsWith("good"));
    const config = await world.configuration();
    spoil(file, (text) => world.write(project, text));
    const change = found(await config.check());
    expect([change.added, change.removed]).toEqual([[], []]);
    await change.apply();
    const kept = config.current();
    expect(labels(kept)).toEqual(["good"]);
    expect(fileOf(kept, project)).toMatchObject({
      state: "kept",
      hooks: 1,
      detail: expect.stringContaining("last good content"),
    });
    expect(kept.diagnostics).toHaveLength(1);
    expect(kept.diagnostics[0]?.place.file).toBe(file);
    expect(kept.diagnostics[0]?.advice).toMatch(/; until then its last good content is used$/);
    expect(await config.check()).toBeUndefined();
    expect(config.pending()).toBeUndefined();

    rmSync(file);
    world.write(project, settingsWith("mended"));
    await found(await config.check()).apply();
    expect(labels(config.current())).toEqual(["mended"]);
    expect(fileOf(config.current(), project)).toMatchObject({ state: "loaded" });
    expect(config.current().diagnostics).toEqual([]);
  });

  it("C7 a file that is repaired is compared with the content in use, not with the broken one", async () => {
    const world = newWorld();
    world.write(project, settingsWith("good"));
    const config = await world.configuration();
    world.write(project, "{");
    await found(await config.check()).apply();
    world.write(project, settingsWith("good"));
    const [file] = found(await config.check()).files;
    expect(file?.before).toBe(file?.after);
  });

  it("C7 a file that breaks twice in different ways has only the latest diagnostic", async () => {
    const world = newWorld();
    world.write(project, settingsWith("good"));
    const config = await world.configuration();
    for (const text of ["{", "[", "null"]) {
      world.write(project, text);
      await found(await config.check()).apply();
      expect(config.current().diagnostics).toHaveLength(1);
      expect(labels(config.current())).toEqual(["good"]);
    }
  });

  it("C7 keeps the applied content, not a change that was not applied", async () => {
    const world = newWorld();
    world.write(project, settingsWith("in force"));
    const config = await world.configuration();
    world.write(project, settingsWith("left"));
    await config.check();
    world.write(project, "{");
    await found(await config.check()).apply();
    expect(labels(config.current())).toEqual(["in force"]);
  });

  it("C7 a file that was never valid has nothing to keep", async () => {
    const world = newWorld();
    world.write(project, "{");
    const config = await world.configuration();
    world.write(project, "[");
    await found(await config.check()).apply();
    expect(fileOf(config.current(), project)).toMatchObject({ state: "invalid" });
  });

  it("C7 a folder of agents or a manifest that cannot be read keeps the files below", async () => {
    const world = newWorld();
    const manifest = "plugin/.claude-plugin/plugin.json";
    world.write(manifest, '{"name": "guard", "hooks": "./mine.json"}');
    world.write("plugin/mine.json", settingsWith("named"));
    world.write("plugin/hooks/hooks.json", settingsWith("usual"));
    world.write("project/.claude/agents/a.md", markdownWith("agent"));
    const config = await world.configuration({ pluginDirectories: [world.at("plugin")] });
    expect(labels(config.current())).toEqual(["usual", "named", "agent"]);
    world.write(manifest, "{");
    rmSync(world.at("project/.claude/agents"), { recursive: true });
    world.write("project/.claude/agents", "a file");
    await found(await config.check()).apply();
    expect(labels(config.current())).toEqual(["usual", "named", "agent"]);
    expect(fileOf(config.current(), "mine.json")).toMatchObject({ state: "kept" });
    expect(fileOf(config.current(), "a.md")).toMatchObject({ state: "kept" });
    expect(codes(config.current())).toEqual(["not-a-manifest", "unreadable-folder"]);
    expect(await config.check()).toBeUndefined();
  });

  it("C7 front matter that breaks keeps its hooks", async () => {
    const world = newWorld();
    const file = join("project", ".claude", "agents", "a.md");
    world.write(file, markdownWith("agent"));
    const config = await world.configuration();
    world.write(file, "---\nhooks: [\n---\n");
    await found(await config.check()).apply();
    expect(labels(config.current())).toEqual(["agent"]);
    expect(fileOf(config.current(), "a.md")).toMatchObject({ state: "kept" });
  });
});

describe("C7 preparation for a change", () => {
  it("C7 happens before, and takes effect at the same moment as the change", async () => {
    const world = newWorld();
    const ready = Promise.withResolvers<void>();
    const seen: (readonly string[])[] = [];
    const config = await loadConfiguration(
      resolveSources(world.sources()),
      profiles.reference,
      async (next) => {
        await ready.promise;
        seen.push(labels(next), labels(config.current()));
        return () => seen.push(labels(config.current()));
      },
    );
    world.write(project, settingsWith("new"));
    const applied = found(await config.check()).apply();
    expect(labels(config.current())).toEqual([]);
    ready.resolve();
    await applied;
    expect(seen).toEqual([["new"], [], ["new"]]);
  });
});

describe("C7 files that depend on other files", () => {
  it("C7 disabling a plugin is a change of the settings, not of the plugin", async () => {
    const world = newWorld();
    world.write("plugin/hooks/hooks.json", settingsWith("plugin"));
    const config = await world.configuration({ pluginDirectories: [world.at("plugin")] });
    world.write(user, '{"enabledPlugins": {"plugin": false}}');
    const change = found(await config.check());
    expect(change.files).toMatchObject([{ source: "user_settings" }]);
    expect(change.removed.map(({ label }) => label)).toEqual(["plugin"]);
  });

  it("C7 a file reached by two paths is reported once", async () => {
    const world = newWorld();
    world.write(user, settingsWith("old"));
    world.write("project/.claude/keep", "");
    symlinkSync(world.at(user), world.at(project));
    const config = await world.configuration();
    world.write(user, settingsWith("new"));
    const change = found(await config.check());
    expect(change.files).toMatchObject([{ source: "user_settings", file: world.at(user) }]);
    await change.apply();
    expect(labels(config.current())).toEqual(["new"]);
    expect(await config.check()).toBeUndefined();
    expect(config.pending()).toBeUndefined();
  });
});
