import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import * as tested from "../../../scripts/packed/tested.ts";
import { openTerminal, type Terminal, terminalIsMissing } from "../../../scripts/testing/tmux.ts";
import { terminalWorkplace } from "./testing/terminal-workplace.ts";
import { bash, command, workplace } from "./testing/workplace.ts";

beforeEach(({ skip }) => skip(terminalIsMissing !== undefined, terminalIsMissing));

const inTerminal = { flags: ["--allowedTools", "Bash"], columns: 100, rows: 32 };

/** Types a text into a field of the menu and goes on. */
async function enter(terminal: Terminal, text: string): Promise<void> {
  await terminal.type(text);
  await terminal.press("Enter");
}

describe("/hooks in a session", () => {
  it("U1 C7 a hook that is added, tried and saved there fires at once; then it is switched off and deleted", async () => {
    const script = [[bash("true")], ["one"], [bash("true")], ["two"], [bash("true")], ["three"]];
    const place = terminalWorkplace({ ...inTerminal, script });
    const terminal = await place.open();
    await terminal.shows("default mode");
    await terminal.submit("first");
    await terminal.shows("one");
    await terminal.submit("/hooks");
    await terminal.shows("Hooks · no hooks yet");
    await terminal.press("a");
    await terminal.shows("which event?");
    await terminal.press("Enter");
    await terminal.shows("Selects all tools");
    await enter(terminal, "Bash");
    await terminal.shows("which command?");
    await enter(terminal, "cat >> fired");
    await terminal.shows("for whom?");
    await terminal.press("Enter");
    await terminal.shows("the fields of the event");
    await terminal.press("Enter");
    await terminal.shows("success after");
    expect(place.read("fired")).toContain("npm test");
    await terminal.press("Enter");
    await terminal.shows("Add PreToolUse cat >> fired?");
    await terminal.press("y");
    await terminal.shows("Hooks · 1 hook on 1 event");
    const settings = JSON.parse(place.read(".claude/settings.json"));
    expect(settings.hooks.PreToolUse).toMatchObject([{ matcher: "Bash" }]);

    writeFileSync(join(place.cwd, "fired"), "");
    await terminal.press("Escape");
    await terminal.hides("Esc back");
    const history = await terminal.history();
    expect(history).toContain("hooks: added PreToolUse cat >> fired in");
    expect(history).not.toContain("not in effect");
    await terminal.submit("second");
    await terminal.shows("two");
    expect(place.read("fired")).toContain('"tool_input":{"command":"true"');

    await terminal.submit("/hooks");
    await terminal.shows("Hooks · 1 hook");
    await terminal.press("Enter");
    await terminal.shows(/1 run \(1 success\); last .*: exit 0 after/);
    await terminal.press("Space");
    await terminal.shows(/> off +\[Project\] cat >> fired/);
    await terminal.press("Escape");
    await terminal.shows("Hooks · 1 hook");
    await terminal.press("Escape");
    writeFileSync(join(place.cwd, "fired"), "");
    await terminal.hides("Esc back");
    await terminal.submit("third");
    await terminal.shows("three");
    expect(place.read("fired")).toBe("");

    await terminal.submit("/hooks");
    await terminal.shows("Hooks · 1 hook");
    await terminal.press("Enter");
    await terminal.shows("PreToolUse · 1 hook");
    await terminal.press("Enter");
    await terminal.shows("Delete…");
    await terminal.press("d");
    await terminal.shows("Delete PreToolUse cat >> fired?");
    await terminal.press("y");
    await terminal.shows("PreToolUse · no hooks");
    expect(JSON.parse(place.read(".claude/settings.json"))).toEqual({});
    await terminal.press("Escape");
    await terminal.shows("Hooks · no hooks yet");
    await terminal.press("Escape");
    await terminal.shows("hooks: deleted PreToolUse cat >> fired in");
    expect(await terminal.history()).not.toContain("not in effect");
    await terminal.close();
  });
});

describe("hooks at a terminal", () => {
  const open = (place: ReturnType<typeof workplace>, args: readonly string[] = [], env = {}) =>
    openTerminal({
      words: [...tested.command(), "hooks", ...args],
      cwd: place.cwd,
      env: { ...place.env, LANG: "C.UTF-8", ...env },
      socket: join(place.base, "terminal"),
      columns: 100,
      rows: 30,
    });

  it("U1 opens the same menu; the file is edited in $EDITOR, which gets all keys, and what changed is printed at the end", async () => {
    const place = workplace({ hooks: { Stop: command("true") } });
    const file = join(place.home, ".claude/settings.json");
    const editor = join(place.base, "editor.mjs");
    writeFileSync(
      editor,
      `import { readFileSync, writeFileSync } from "node:fs";
       const file = process.argv.at(-1);
       let typed = "";
       process.stdin.setRawMode(true);
       process.stdout.write("the editor is open");
       process.stdin.on("data", (keys) => {
         process.stdout.write(keys);
         typed += keys;
         if (!typed.endsWith(".")) return;
         writeFileSync(file, readFileSync(file, "utf8").replace("true", typed.slice(0, -1)));
         process.exit();
       });`,
    );
    const terminal = await open(place, [], { EDITOR: `${process.execPath} ${editor}` });
    await terminal.shows("Hooks · 1 hook on 1 event");
    await terminal.press("Enter");
    await terminal.shows("[User] true");
    await terminal.press("Enter");
    await terminal.shows("Open in $EDITOR");
    await terminal.press("v");
    await terminal.shows("the editor is open");
    for (const [at, key] of [..."edited"].entries()) {
      await terminal.press(key);
      await terminal.shows("edited".slice(0, at + 1));
    }
    await terminal.press(".");
    await terminal.shows("[User] edited");
    expect(readFileSync(file, "utf8")).toContain("edited");
    await terminal.press("Space");
    await terminal.shows(/> off +\[User\] edited/);
    await terminal.press("C-c");
    expect(await terminal.exitCode()).toBe(0);
    expect(await terminal.screen()).toContain("Stop edited is now off, for you");
    await terminal.close();
  });

  it("--no-menu prints the list", async () => {
    const place = workplace({ hooks: { Stop: command("true") } });
    const terminal = await open(place, ["--no-menu"]);
    expect(await terminal.exitCode()).toBe(0);
    expect(await terminal.screen()).toContain("(loaded, 1 hook)");
    await terminal.close();
  });
});
