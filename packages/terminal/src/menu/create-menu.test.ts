import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { menuWorld, oneHook } from "./testing/menu-world.ts";

const manyHooks = (count: number) => ({
  hooks: {
    PreToolUse: [
      {
        matcher: "Bash",
        hooks: Array.from({ length: count }, (_, index) => ({
          type: "command",
          command: `echo ${index}`,
        })),
      },
    ],
  },
});

describe("U1 the menu of hooks", () => {
  it("U1 events have counts and states, in the order of the contract, and all events can be listed", async () => {
    const { press, choose } = menuWorld({
      user: {
        hooks: { Stop: [{ hooks: [{ type: "command", command: "true" }] }], ...manyHooks(2).hooks },
      },
      project: {
        hooks: {
          PreToolUse: [{ hooks: [{ type: "command", command: "x" }, { type: "command" }] }],
          Stopp: [{}],
        },
      },
    });
    const shown = await press();
    expect(shown).toContain("Hooks · 6 hooks on 3 events");
    expect(shown).toMatch(/PreToolUse +4 hooks +1 untrusted, 1 invalid/);
    expect(shown.indexOf("PreToolUse")).toBeLessThan(shown.indexOf("Stop  "));
    expect(shown).toMatch(/Stopp .*1 invalid/);
    const all = await choose("All events");
    expect(all).toMatch(/SessionStart +no hooks/);
    expect(all.match(/no hooks|\d hooks?/g)?.length).toBeGreaterThan(30);
  });

  it("U1 a hook is shown with scope, matcher in words, command, place, trust and its runs", async () => {
    const { press, open } = menuWorld({
      project: oneHook("PreToolUse", '"$CLAUDE_PROJECT_DIR"/a.sh', "Bash|mcp__.*"),
      tools: ["Bash", "mcp__notes__add"],
    });
    const list = await press("enter");
    expect(list).toContain("untrusted [Project]");
    expect(list).toContain("mcp__notes__add");
    const shown = await press("enter");
    const hooks = await open();
    const [hook] = hooks.config.snapshot().hooks;
    await hooks.close();
    expect(shown).toContain(`Runs       "${hooks.cwd}"/a.sh`);
    expect(shown).toContain(`${hook?.source.file}:7`);
    expect(shown).toContain(`Id         ${hook?.id}`);
    expect(shown).toContain("Trust      untrusted");
    expect(shown).toContain("Limit      600 s");
  });

  it("U1 the runs of this session are shown with their times", async () => {
    const world = menuWorld({ user: oneHook("Stop", "true") });
    const hooks = await world.open();
    const id = hooks.config.snapshot().hooks[0]?.id ?? "";
    await hooks.close();
    const last = { at: "2026-01-01T00:00:00.000Z", ms: 40, ended: "exit 2" };
    const runs = { runs: 3, results: { refused: 1, success: 2 }, last, times: [10, 20, 40] };
    const { press } = menuWorld({
      user: oneHook("Stop", "true"),
      statistics: new Map([[id, runs]]),
    });
    expect(await press("enter", "enter")).toContain(
      "Session    3 runs (1 refused, 2 success); last 10 s ago: exit 2 after 40 ms; p50 20 ms, p95 40 ms",
    );
  });

  it("U1 a hook is switched off and on, for this user", async () => {
    const { press, calls } = menuWorld({ user: oneHook("Stop", "true") });
    expect(await press("enter", "space")).toMatch(/> off +\[User\] true/);
    expect(await press("space")).toMatch(/> on +\[User\] true/);
    expect(calls).toEqual([
      "said Stop true is now off, for you",
      "said Stop true is now on, for you",
    ]);
  });

  it("U1 one switch turns all hooks off, and on again", async () => {
    const { press, choose, read } = menuWorld({ user: oneHook("Stop", "true") });
    await press("o");
    const off = await choose("Yes, write this");
    expect(off).toContain("disabled · 1 hook not running");
    expect(JSON.parse(read("home/.claude/settings.json"))).toMatchObject({ disableAllHooks: true });
    await press("o");
    expect(await choose("Yes, write this")).not.toContain("disabled ·");
    expect(JSON.parse(read("home/.claude/settings.json"))).toEqual(oneHook("Stop", "true"));
  });

  it("U1 a switch in another file is named, and not changed", async () => {
    const { press } = menuWorld({
      user: oneHook("Stop", "true"),
      options: { settings: JSON.stringify({ disableAllHooks: true }) },
    });
    expect(await press()).toContain("sets disableAllHooks; remove disableAllHooks there");
    expect(await press("o")).toContain("only a change there turns them on");
  });

  it("U1 a hook is deleted after a yes; the screen of the deleted hook closes", async () => {
    const { press, choose, read } = menuWorld({ user: manyHooks(2) });
    expect(await press("enter", "enter", "d")).toContain('-            "command": "echo 0"');
    await press("enter");
    expect(JSON.parse(read("home/.claude/settings.json"))).toEqual(manyHooks(2));
    await press("d");
    const shown = await choose("Yes, write this");
    expect(shown).toContain("PreToolUse · 1 hook");
    expect(shown).toContain("deleted PreToolUse echo 0 in");
  });

  it("U1 a hook of a plugin is read-only, with the reason, and can be switched off", async () => {
    const world = menuWorld();
    const plugin = join(world.base, "plugin");
    world.write("plugin/hooks/hooks.json", oneHook("Stop", "true"));
    const { press } = menuWorld({ options: { pluginDirectories: [plugin] } });
    const shown = await press("enter", "enter");
    expect(shown).toContain("[Plugin plugin] Stop · true");
    expect(shown).toContain("it cannot be edited or deleted here: it is part of the plugin plugin");
    expect(shown).not.toContain("Delete…");
    expect(await press("d")).toBe(shown);
    expect(await press("s")).toContain("is now off");
  });

  it("U1 a managed hook is read-only and cannot be switched", async () => {
    const world = menuWorld();
    world.write("managed.json", oneHook("Stop", "true"));
    const shown = await menuWorld({
      options: { managedFile: join(world.base, "managed.json") },
    }).press("enter", "enter");
    expect(shown).toContain("[Managed] Stop · true");
    expect(shown).toContain("only the administrator changes");
    expect(shown).not.toMatch(/Switch|Delete|Edit…/);
  });

  it("U1 settings that are not JSON are a problem with its place, and are not changed", async () => {
    const { press, choose, read } = menuWorld({
      user: '{ "hooks": ',
      project: oneHook("Stop", "x"),
    });
    const shown = await choose("problem");
    expect(shown).toMatch(/error {2}.*JSON/);
    expect(shown).toContain("settings.json:1");
    await press("escape");
    expect(await press("o")).toContain("fix the file first");
    expect(read("home/.claude/settings.json")).toBe('{ "hooks": ');
  });

  it("U1 a file that changed in the meantime is not overwritten", async () => {
    const { press, choose, read, write } = menuWorld({ user: manyHooks(2) });
    await press("enter", "enter", "d");
    write("home/.claude/settings.json", manyHooks(3));
    const shown = await choose("Yes, write this");
    expect(shown).toContain("changed in the meantime, so nothing was written");
    expect(JSON.parse(read("home/.claude/settings.json"))).toEqual(manyHooks(3));
  });

  it("U1 with 1,000 hooks the screen shows some of them, and the last can be reached", async () => {
    const { press, screen } = menuWorld({ user: manyHooks(1000) });
    expect(await press("enter")).toContain("PreToolUse · 1000 hooks");
    await press("end");
    const shown = screen(60, 24);
    expect(shown).toContain("echo 999");
    expect(shown.split("\n")).toHaveLength(23);
  });

  it("Esc asks before it discards a form with something in it, and defaults have values", async () => {
    const { press, choose } = menuWorld({ user: oneHook("Stop", "true") });
    const form = await press("enter", "enter", "e");
    expect(form).toMatch(/Timeout +600 s \(the default\)/);
    expect(form).toMatch(/On failure +continue \(the default\)/);
    expect(await press("escape")).not.toContain("Edit a hook");
    await press("e");
    await choose("Command");
    await press("ctrl+u", "false", "enter");
    const asked = await press("escape");
    expect(asked).toContain("Edit a hook");
    expect(asked).toContain("this is not saved; Esc again discards it");
    expect(await press("escape")).not.toContain("Edit a hook");
  });

  it("T1 after the editor the menu says what cannot be used and what does not run", async () => {
    const { press, write } = menuWorld({ project: oneHook("Stop", "true") });
    await press("enter", "enter");
    expect(await press("v")).toContain("of its 1 hook: 1 untrusted");
    write("project/.claude/settings.json", '{ "hooks": ');
    expect(await press("v")).toMatch(/settings\.json:1: .*JSON/);
  });

  it("T1 U1 a trusted hook that is gone is listed, and can be forgotten", async () => {
    const { press, choose, write, menu, calls } = menuWorld({
      project: oneHook("Stop", "./gone.sh"),
    });
    await press("enter", "enter", "t");
    await choose("Yes, trust this");
    write("project/.claude/settings.json", {});
    // The editor: the settings are read again.
    await press("v", "escape");
    expect(await choose("gone or not loaded")).toContain(
      "it was trusted and is no longer configured",
    );
    expect(await press("f")).toContain("Forget Stop ./gone.sh?");
    expect(await choose("Yes, forget it")).toContain("forgot");
    expect(menu.state().data?.absent).toEqual([]);
    expect(calls.at(-1)).toContain("said forgot");
  });

  it("M4 U1 a hook whose matcher no tool has says so in the list and on its page", async () => {
    const { press } = menuWorld({ user: oneHook("PreToolUse", "true", "bash") });
    const why =
      '"bash" is not a known tool_name; names are exact and case-sensitive; did you mean "Bash"?';
    expect(await press("enter")).toContain(why);
    expect(await press("enter")).toContain(`Warning    ${why}`);
  });

  it("U1 at 60 columns rows and titles show the end of a command, and choices their file", async () => {
    const long = `"$CLAUDE_PROJECT_DIR"/.claude/hooks/checks/of/many/kinds/guard-${"x".repeat(40)}.sh`;
    const { press, screen } = menuWorld({ project: oneHook("PreToolUse", long, "Bash") });
    await press("enter");
    expect(screen(60, 20)).toMatch(/> untrusted \[Project\] ….*x\.sh$/m);
    await press("enter");
    expect(screen(60, 20).split("\n").slice(0, 3).join(" ")).toMatch(
      /^\[Project\] PreToolUse ·.*guard-.*x\.sh/,
    );
    await press("escape", "a", "enter", "true", "enter");
    expect(screen(60, 20)).toMatch(/everybody in this project – \.claude\/settings\.json$/m);
  });

  it("why? explains which hooks a tool would run, as the command does", async () => {
    const { press, choose } = menuWorld({ user: manyHooks(1) });
    await press("w");
    const shown = await choose("Write");
    expect(shown).toContain("Why? · PreToolUse · Write");
    expect(shown).toContain("0 of 1 hook would run");
    expect(shown).toContain('exact names "Bash" does not match tool_name "Write"');
  });

  it("why? takes another input, and says what the other profile does differently", async () => {
    const { press, choose } = menuWorld({
      user: {
        hooks: {
          PreToolUse: [{ hooks: [{ type: "command", command: "[[ a = a ]]", if: "Bash(git *)" }] }],
        },
      },
    });
    await press("w");
    await choose("another input …");
    expect(await press("x", "enter")).toContain("this is not JSON");
    const input = '{"tool_name": "Bash", "tool_input": {"command": "git push"}}';
    const shown = await press("ctrl+u", input, "enter");
    expect(shown).toContain("1 of 1 hook would run");
    expect(shown).toMatch(/but {4}under claude-code@\S+: it runs in \/bin\/sh/);
    expect(shown).toContain('explain PreToolUse --input \'{"tool_name":"Bash"');
    expect(await press("escape")).toContain("another input …");
  });

  it("mistakes in a form are said at once, and Esc goes back a step", async () => {
    const { press } = menuWorld({ user: {} });
    await press("a", "enter");
    expect(await press("(", "enter")).toContain("( is not a valid regular expression");
    await press("ctrl+u", "enter");
    expect(await press("enter")).toContain("a hook needs a command");
    expect(await press("escape")).toContain("Matcher: ");
    await press("escape");
    expect(await press("escape")).toContain("Hooks · no hooks yet");
  });

  it("T5 nothing can be changed where an agent started the menu", async () => {
    const { press, read } = menuWorld({ user: oneHook("Stop", "true"), readOnly: "not here" });
    for (const key of ["a", "o"]) expect(await press(key)).toContain("not here");
    await press("enter");
    expect(await press("space")).toContain("not here");
    await press("enter");
    for (const key of ["d", "e", "r", "v"]) expect(await press(key)).toContain("not here");
    expect(JSON.parse(read("home/.claude/settings.json"))).toEqual(oneHook("Stop", "true"));
  });

  it("the file of a hook is opened in the editor, at its line, and applies then", async () => {
    const { press, calls, home } = menuWorld({ user: oneHook("Stop", "true") });
    const file = join(home, ".claude/settings.json");
    expect(await press("enter", "enter", "v")).toContain(`${file} applies as it is now`);
    expect(calls).toEqual([`edit ${file}:6`]);
  });

  it("C7 a file that is not JSON after the editor is called that, and never said to apply", async () => {
    const { press, host, write } = menuWorld({ user: oneHook("Stop", "true") });
    const broken = () => Promise.resolve(void write("home/.claude/settings.json", "{"));
    Object.assign(host, { edit: broken });
    const shown = await press("enter", "enter", "v");
    expect(shown).toMatch(/settings\.json:1: .*; fix the JSON/);
    expect(shown).not.toContain("applies");
    expect(await press("escape", "escape")).toContain("Hooks · no hooks can be read");
  });

  it("Esc on the first screen closes the menu, and keys after it do nothing", async () => {
    const { press, calls } = menuWorld();
    expect(await press()).toContain("Hooks · no hooks yet");
    await press("escape", "escape", "a");
    expect(calls).toEqual(["close"]);
  });

  it("a settings file that became a folder does not end the menu", async () => {
    const { press, choose, base } = menuWorld({ user: oneHook("Stop", "true") });
    await press("enter", "enter", "d");
    const file = join(base, "home/.claude/settings.json");
    rmSync(file);
    mkdirSync(file);
    expect(await choose("Yes, write this")).toMatch(/cannot be read|changed in the meantime/);
  });
});
