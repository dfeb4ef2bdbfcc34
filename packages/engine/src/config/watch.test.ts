import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, renameSync, rmSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { resolveSources } from "./sources.ts";
import { markdownWith, newWorld, settingsWith, type World } from "./testing.ts";
import { watchSources } from "./watch.ts";

/** Watches, does something, and waits until the watch has called back. */
async function expectCall(world: World, act: () => void): Promise<void> {
  const called = Promise.withResolvers<void>();
  const sources = resolveSources(world.sources({ pluginDirectories: [world.at("plugin")] }));
  const end = await watchSources(sources, called.resolve);
  act();
  await called.promise;
  await end();
}

const settings = "project/.claude/settings.json";

describe("watchSources", () => {
  it.each([
    ["settings, where there was no .claude", settings],
    ["local settings", "project/.claude/settings.local.json"],
    ["user settings, where there was no .claude", "home/.claude/settings.json"],
    ["managed settings", "managed.json"],
    ["a skill, where there was no .claude", "project/.claude/skills/deploy/SKILL.md"],
    ["an agent of the user", "home/.claude/agents/a.md"],
    ["a plugin's hooks", "plugin/hooks/hooks.json"],
    ["a plugin's manifest", "plugin/.claude-plugin/plugin.json"],
  ])("C7 calls back for %s", async (_what, file) => {
    const world = newWorld();
    await expectCall(world, () => world.write(file, settingsWith("new")));
  });

  it("C7 calls back for a changed, a replaced and a removed file", async () => {
    const world = newWorld();
    world.write(settings, settingsWith("old"));
    await expectCall(world, () => world.write(settings, settingsWith("other")));
    await expectCall(world, () => {
      world.write("project/.claude/settings.tmp", settingsWith("replaced"));
      renameSync(world.at("project/.claude/settings.tmp"), world.at(settings));
    });
    await expectCall(world, () => rmSync(world.at(settings)));
  });

  it("C7 calls back for a hooks file that a plugin's manifest names, now or later", async () => {
    const world = newWorld();
    const manifest = (hooks: string) =>
      world.write("plugin/.claude-plugin/plugin.json", JSON.stringify({ name: "p", hooks }));
    manifest("./first/place.json");
    await expectCall(world, () => world.write("plugin/first/place.json", settingsWith("new")));
    const sources = resolveSources(world.sources({ pluginDirectories: [world.at("plugin")] }));
    let called = Promise.withResolvers<void>();
    const end = await watchSources(sources, () => called.resolve());
    manifest("./second/place.json");
    await called.promise;
    await vi.waitFor(async () => {
      called = Promise.withResolvers();
      world.write("plugin/second/place.json", settingsWith(String(Math.random())));
      const none = new Promise((_, reject) => setTimeout(reject, 200, new Error("no call")));
      await Promise.race([called.promise, none]);
    }, 30_000);
    await end();
  });

  it("C7 calls back for a changed skill", async () => {
    const world = newWorld();
    world.write("project/.claude/skills/s/SKILL.md", markdownWith("old"));
    await expectCall(world, () =>
      world.write("project/.claude/skills/s/SKILL.md", markdownWith("new")),
    );
  });

  it("C7 a watch that was ended does not call back", async () => {
    const world = newWorld();
    world.write(settings, settingsWith("old"));
    let calls = 0;
    const end = await watchSources(resolveSources(world.sources()), () => calls++);
    await end();
    // A second watch sees what the first would have seen.
    await expectCall(world, () => world.write(settings, settingsWith("new")));
    expect(calls).toBe(0);
  });

  it.each([
    ["ended", "await end();"],
    ["left running", ""],
  ])("C7 a process whose watch is %s can exit", async (_what, last) => {
    const world = newWorld();
    mkdirSync(world.at("project", ".claude"));
    const module = (name: string) => JSON.stringify(new URL(name, import.meta.url).href);
    const script = `
      const { watchSources } = await import(${module("./watch.ts")});
      const { resolveSources } = await import(${module("./sources.ts")});
      const sources = resolveSources(${JSON.stringify(world.sources())});
      const end = await watchSources(sources, () => {});
      ${last}
      process.stdout.write("watched");`;
    const child = spawn(
      process.execPath,
      ["--conditions=workspace-source", "--input-type=module", "-e", script],
      { stdio: ["ignore", "pipe", "inherit"] },
    );
    let output = "";
    child.stdout.on("data", (part) => {
      output += part;
    });
    const [code] = await once(child, "close");
    expect([code, output]).toEqual([0, "watched"]);
  });
});
