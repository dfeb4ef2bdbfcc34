import { spawnSync } from "node:child_process";
import { chmodSync, existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { menuWorld, oneHook } from "./testing/menu-world.ts";

const userSettings = `{
  // mine
  "theirs": [1,2 ,3],
  "hooks": {
    "PreToolUse": [
      { "matcher": "Bash", "hooks": [{ "type": "command", "command": "exit 2", "note": "keep" }] }
    ]
  }
}
`;

describe("U1 the menu of hooks", () => {
  it("U1 a hook is added step by step, tried before it is saved, and trusted", async () => {
    const world = menuWorld({ user: userSettings, project: {} });
    const { press, choose, read, calls, open } = world;
    expect(await press("a")).toContain("which event?");
    expect(await press("enter")).toContain("Selects all tools");
    const preview = await press("Edit.*");
    expect(preview).toContain("Selects tools that match /Edit.*/: Edit");
    expect(preview).toContain("✓ Edit");
    expect(preview).not.toContain("✓ Bash");
    await press("enter");
    expect(await press("echo no >&2; exit 2", "enter")).toContain("for whom?");
    expect(await choose("everybody in this project")).toContain('{"tool_name":"Edit"');
    const tested = await press("enter");
    expect(tested).toContain("blocking after");
    expect(tested).toContain("the model sees:");
    expect(read("project/.claude/settings.json")).toBe("{}");
    expect(await press("enter")).toContain('+            "command": "echo no >&2; exit 2"');
    expect(await press("y")).toContain("added PreToolUse echo no >&2; exit 2 in");
    expect(JSON.parse(read("project/.claude/settings.json"))).toEqual(
      oneHook("PreToolUse", "echo no >&2; exit 2", "Edit.*"),
    );
    expect(calls).toEqual([expect.stringContaining("said added PreToolUse")]);
    const hooks = await open();
    const states = (await hooks.config.statuses()).map(({ state }) => state);
    await hooks.close();
    expect(states).toEqual(["ready", "ready"]);
  });

  it("U1 a hook is edited, and comments, layout and unknown keys stay", async () => {
    const { press, choose, read } = menuWorld({ user: userSettings });
    await press("enter", "enter", "e");
    await choose("Command");
    await press("ctrl+u", "exit 0", "enter");
    expect(await choose("Save…")).toContain("Change PreToolUse exit 0?");
    await press("y");
    expect(read("home/.claude/settings.json")).toBe(userSettings.replace("exit 2", "exit 0"));
  });

  it("U1 a test runs the hook with the sample of its event, and the repeat command can be copied", async () => {
    const { press, calls } = menuWorld({ user: userSettings });
    const shown = await press("enter", "enter", "r");
    expect(shown).toContain("exit code 2 after");
    expect(shown).toContain("outcome: refuse");
    await press("c");
    expect(calls[0]).toMatch(/^copy cd .* \| .*exit 2/);
  });

  it("M4 U1 a matcher that no tool has is reported while it is typed, and in the test", async () => {
    const { press, choose } = menuWorld({ user: {}, tools: ["Bash", "Write"] });
    await press("a", "enter");
    const preview = await press("bash");
    expect(preview).toContain('did you mean "Bash"?');
    expect(preview).toContain("Selects nothing that is known (these tools: bash)");
    expect(await press("backspace", "backspace", "backspace", "backspace", "Bash")).toContain(
      "Selects these tools: Bash",
    );
    await press("ctrl+u", "bash", "enter", "true", "enter");
    expect(await choose("you, in every project")).toContain('{"tool_name":"Bash"');
    const tested = await press("enter");
    expect(tested).toContain("it did not run: its matcher or `if` does not select this input");
    expect(tested).toContain('warning: "bash" is not a known tool_name');
  });

  it("a test that ran into its limit says so", async () => {
    const hooks = [{ type: "command", command: "sleep 5", timeout: 0.2 }];
    const { press, menu } = menuWorld({ user: { hooks: { Stop: [{ hooks }] } } });
    await press("enter", "enter", "r");
    expect(menu.state().message?.text).toMatch(/^timed out after \d+ ms/);
  });

  it("U1 the copied command runs this hook alone, in the project, from any folder", async () => {
    const hooks = ["cat; pwd; echo $CLAUDE_PROJECT_DIR", "touch other"].map((command) => ({
      type: "command",
      command,
    }));
    const { press, calls, cwd } = menuWorld({
      user: { hooks: { UserPromptSubmit: [{ hooks }] } },
      options: { profile: "claude-code" },
    });
    await press("enter", "enter", "c");
    const command = calls[0]?.replace("copy ", "") ?? "";
    const { stdout, status } = spawnSync("/bin/sh", ["-c", command], {
      cwd: "/",
      encoding: "utf8",
    });
    expect(status).toBe(0);
    const [input = "", ...folders] = stdout.trim().split("\n");
    expect(JSON.parse(input)).toMatchObject({ hook_event_name: "UserPromptSubmit", cwd });
    expect(folders).toEqual([cwd, cwd]);
    expect(existsSync(join(cwd, "other"))).toBe(false);
  });

  it("T8 U1 a hook that is not trusted is not tried, until the user trusts it", async () => {
    const { press, choose, cwd } = menuWorld({ project: oneHook("Stop", "touch ran", "") });
    expect(await press("enter", "enter", "r")).toContain("not run, because it is untrusted");
    expect(await press("t")).toContain("It runs with all of your rights then.");
    expect(await choose("Yes, trust this")).toContain("trusted Stop touch ran");
    expect(await press("r")).toContain("exit code 0");
    expect(existsSync(join(cwd, "ran"))).toBe(true);
  });

  it("Esc ends a test that takes long", async () => {
    const { press, menu } = menuWorld({ user: oneHook("Stop", "sleep 60") });
    await press("enter", "enter");
    menu.press({ text: "r" }, { columns: 80, rows: 30 });
    await new Promise<void>((resolve) => {
      const end = menu.subscribe(() => resolve());
      menu.press({ key: "escape" }, { columns: 80, rows: 30 });
      void menu.idle().then(end);
    });
    await menu.idle();
    expect(menu.state().busy).toBeUndefined();
  });
});

it("U1 a file that cannot be written is reported, and nothing changes", async () => {
  const { press, choose, read, base } = menuWorld({ user: userSettings });
  await press("enter", "enter", "d");
  chmodSync(join(base, "home/.claude"), 0o500);
  const shown = await choose("Yes, write this");
  chmodSync(join(base, "home/.claude"), 0o700);
  if (process.getuid?.() === 0) return expect(shown).toContain("deleted");
  expect(shown).toContain("cannot be written");
  expect(read("home/.claude/settings.json")).toBe(userSettings);
});
