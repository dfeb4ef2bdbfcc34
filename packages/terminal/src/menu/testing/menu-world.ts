import { mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createHooks, type HooksOptions } from "@snaphook/engine";
import { onTestFinished } from "vitest";
import type { Keystroke } from "../../input/keystroke.ts";
import { line, type StyledLine } from "../../text/styled-line.ts";
import { createMenu } from "../create-menu.ts";
import type { StatisticsById } from "../hook-statistics.ts";
import { layoutPage } from "../layout-page.ts";
import type { MenuHost } from "../menu-host.ts";
import { messageLine } from "../menu-pages.ts";
import { filesSource, type RunHooksMenuOptions } from "../run-hooks-menu.tsx";

interface World {
  /** Settings of the user, or a text. */
  readonly user?: object | string;
  readonly project?: object | string;
  readonly options?: Partial<HooksOptions>;
  readonly statistics?: StatisticsById;
  readonly readOnly?: string;
  readonly tools?: readonly string[];
}

const named = [
  "enter",
  "escape",
  "down",
  "up",
  "end",
  "home",
  "pagedown",
  "space",
  "ctrl+u",
  "backspace",
];

/** A menu over settings on disk, in new folders. */
export function menuWorld({
  user,
  project,
  options,
  statistics,
  readOnly,
  tools = [],
}: World = {}) {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "menu-")));
  const [home, cwd] = [join(base, "home"), join(base, "project")];
  for (const folder of [home, cwd]) mkdirSync(folder);
  const write = (path: string, content: object | string): string => {
    const file = join(base, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content, null, 2));
    return file;
  };
  if (user !== undefined) write("home/.claude/settings.json", user);
  if (project !== undefined) write("project/.claude/settings.json", project);
  const open: RunHooksMenuOptions["open"] = (profile) =>
    createHooks({
      cwd,
      home,
      managedFile: join(base, "managed.json"),
      sessionId: "menu",
      ...options,
      ...(profile === undefined ? {} : { profile }),
    });
  const source = filesSource(open);
  onTestFinished(source.close);
  const calls: string[] = [];
  const host: MenuHost = {
    source: { ...source, home, readOnly, tools: () => tools },
    statistics: () => statistics,
    now: () => Date.parse("2026-01-01T00:00:10.000Z"),
    close: () => calls.push("close"),
    said: (text) => calls.push(`said ${text}`),
    copy: (text) => calls.push(`copy ${text}`),
    edit: async (file, at) => {
      calls.push(`edit ${file}:${at}`);
    },
  };
  const menu = createMenu(host);
  const textOf = (one: StyledLine): string => one.map(({ text }) => text).join("");
  /** The screen as text. */
  const screen = (columns = 140, rows = 50): string => {
    const page = menu.page();
    const { busy, message } = menu.state();
    const position = { cursor: menu.cursor(columns), message: messageLine(busy, message) };
    return page
      ? layoutPage(page, { columns, rows }, position).map(textOf).join("\n")
      : textOf(line(""));
  };
  /** Presses keys, one after the other; what they start is awaited. A longer word is typed. */
  const press = async (...keys: readonly string[]): Promise<string> => {
    await menu.idle();
    for (const key of keys) {
      const stroke: Keystroke =
        named.includes(key) && key !== "space" ? { key } : { text: key === "space" ? " " : key };
      menu.press(stroke, { columns: 140, rows: 50 });
      await menu.idle();
    }
    return screen();
  };
  /** Moves to the row with a text and presses Enter. */
  const choose = async (text: string): Promise<string> => {
    await press("home");
    for (let tries = 0; tries < 2000; tries++) {
      const found = screen()
        .split("\n")
        .find((one) => one.startsWith("> "));
      if (found?.includes(text)) return press("enter");
      const before = menu.cursor(140);
      await press("down");
      if (menu.cursor(140) === before) break;
    }
    throw new Error(`no row has ${text}:\n${screen()}`);
  };
  const read = (path: string): string => readFileSync(join(base, path), "utf8");
  return { base, home, cwd, menu, host, calls, open, screen, press, choose, write, read };
}

/** Settings with one command hook. */
export const oneHook = (event: string, command: string, matcher?: string): object => ({
  hooks: {
    [event]: [
      { ...(matcher === undefined ? {} : { matcher }), hooks: [{ type: "command", command }] },
    ],
  },
});
