import { readdirSync } from "node:fs";
import { join } from "node:path";
import { brand } from "@snaphook/protocol";
import { describe, expect, it } from "vitest";
import { bash, install, lintPlugin, newPlace } from "../testing/session.ts";

const plugin = join(import.meta.dirname, "plugin");
const pluginDir = ["--plugin-dir", plugin, "--trust-project"];

describe.each(["from --plugin-dir", "installed"])("until-done %s", (way) => {
  const newSession = () => {
    const place = newPlace();
    if (way === "installed") install(place, plugin, "until-done");
    return { ...place, flags: way === "installed" ? [] : pluginDir };
  };

  it("G4 E10 sends the agent back until it keeps the promise", async () => {
    const { run, has, flags, home } = newSession();
    const { status, stdout, stderr } = await run({
      prompt: '/until-done:start --rounds 4 --promise "ALL GREEN" fix the tests',
      script: [bash("touch one"), ["Not yet."], bash("touch two"), ["ALL GREEN"], ["too much"]],
      flags,
    });
    expect({ status, stdout }).toEqual({ status: 0, stdout: "ALL GREEN\n" });
    expect(stderr).toContain("until-done: done after 2 rounds");
    expect([has("one"), has("two")]).toEqual([true, true]);
    const data =
      way === "installed"
        ? ".claude/plugins/data/until-done-examples"
        : `${brand.homeFolder}/plugins/until-done`;
    expect(readdirSync(join(home, data))).toEqual([]);
  });

  it("E10 gives up after the rounds that are allowed", async () => {
    const { run, flags } = newSession();
    const { status, stdout, stderr } = await run({
      prompt: "/until-done:start --rounds=3 fix the tests",
      script: [["One."], ["Two."], ["Three."], ["Four."]],
      flags,
    });
    expect({ status, stdout }).toEqual({ status: 0, stdout: "Three.\n" });
    expect(stderr).toContain("until-done: not done after 3 rounds, which is the maximum");
  });
});

it("E25 a wrong option refuses the command, and other prompts are not looped", async () => {
  const { run } = newPlace();
  const session = { script: [["Hello."], ["Again."]], flags: pluginDir };
  const refused = await run({ ...session, prompt: "/until-done:start --turns 3 go" });
  expect(refused.stdout + refused.stderr).toContain(
    "unknown option --turns; write: /until-done:start",
  );
  expect(refused.stdout).not.toContain("Hello.");
  const { stdout } = await run({ ...session, prompt: "hello" });
  expect(stdout).toBe("Hello.\n");
});

it("G4 says so if the host allows fewer rounds", async () => {
  const script = [...Array(20).keys()].map((index) => [`Answer ${index + 1}.`]);
  const prompt = "/until-done:start --rounds 20 go";
  const { stdout, stderr } = await newPlace().run({ prompt, script, flags: pluginDir });
  expect(stdout).toBe("Answer 9.\n");
  expect(stderr).toContain("not done after 9 rounds: set CLAUDE_CODE_STOP_HOOK_BLOCK_CAP");
});

it("C5 lint finds nothing", () => {
  expect(lintPlugin(plugin)).toBe("0 errors, 0 warnings");
});
