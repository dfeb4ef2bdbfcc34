import { describe, expect, it } from "vitest";
import { overflowing, renderScreen, widths } from "../testing/render-screen.tsx";
import { HooksMenu } from "./hooks-menu.tsx";
import { menuWorld, oneHook } from "./testing/menu-world.ts";

/** Clears the screen, turns the direction of the text, and is wide. */
const evil = "\u001B[2J\u202Etxt 漢字漢字👍🏽 \u0007";

const settings = (command: string) => ({
  hooks: {
    PreToolUse: [
      {
        matcher: "Bash|mcp__.*",
        hooks: [
          { type: "command", command, statusMessage: evil, timeout: 5 },
          { type: "command", command: "echo 2", if: `Bash(${"git ".repeat(30)}*)` },
        ],
      },
    ],
    [`Evil${evil}`]: [{ hooks: [{ type: "command", command: "x" }] }],
  },
});

/** Keys that lead to each screen. */
const screens: Readonly<Record<string, readonly string[]>> = {
  events: [],
  "all events": ["down", "down", "enter"],
  hooks: ["enter"],
  hook: ["enter", "enter"],
  problems: ["down", "down", "down", "enter"],
  "why, the choice": ["w"],
  "why, the text": ["w", "enter"],
  "switch all": ["o"],
  delete: ["enter", "enter", "d"],
  "edit, all fields": ["enter", "enter", "e"],
  "edit, a field": ["enter", "enter", "e", "down", "enter"],
  "add, the event": ["a"],
  "add, the matcher": ["a", "enter", `Bash|${evil}漢字.*`],
  "add, the command": ["a", "enter", "enter", `echo ${evil} ${"word ".repeat(80)}`],
  "add, the settings": ["a", "enter", "enter", "true", "enter"],
  "add, the sample": ["a", "enter", "enter", "true", "enter", "enter"],
  copied: ["enter", "enter", "c"],
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: what must not reach the terminal
const dangerous = /[\u0000-\u0009\u000B-\u001F\u007F\u202E]/;

describe("U1 the screens of the menu", () => {
  describe.each(widths)("at %i columns", (columns) => {
    it.each(Object.entries(screens))(
      "%s fits, and shows what others wrote as it is",
      async (_name, keys) => {
        const { menu, press } = menuWorld({
          user: settings(`echo ${evil} ${"long ".repeat(60)}`),
          project: oneHook("Stop", evil),
        });
        await press(...keys);
        const rows = 20;
        const screen = renderScreen(<HooksMenu menu={menu} />, { columns, rows });
        await screen.shows(/Esc\s+back/);
        expect(overflowing(screen.lines(), columns)).toEqual([]);
        expect(screen.lines().length).toBeLessThan(rows);
        expect(screen.text()).not.toMatch(dangerous);
      },
    );
  });

  it("keys of the terminal reach the menu, and several in one piece too", async () => {
    const { menu, press } = menuWorld({ user: settings("true") });
    await press();
    const screen = renderScreen(<HooksMenu menu={menu} />, { columns: 80, rows: 24 });
    await screen.type("a");
    await screen.shows("which event?");
    await screen.type("\r");
    await screen.shows("Selects all tools");
    await screen.type("Edit\r");
    await screen.shows("which command?");
    await screen.type("\u001B");
    await screen.shows("Selects these tools: Edit");
  });
});
