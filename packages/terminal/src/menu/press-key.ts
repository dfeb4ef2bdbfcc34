import { type EditCommand, editCommands, insertText } from "../input/edit-text.ts";
import type { Keystroke } from "../input/keystroke.ts";
import type { Form } from "./form.ts";
import { clampCursor, rowAt } from "./layout-page.ts";
import type { MenuAction } from "./menu-action.ts";
import type { MenuStack } from "./menu-stack.ts";
import type { Page } from "./page.ts";

export interface ScreenSize {
  readonly columns: number;
  readonly rows: number;
}

interface Pressed {
  readonly stack: MenuStack;
  readonly page: Page;
  readonly cursor: number;
  readonly size: ScreenSize;
}

/** Lines of a page that are not rows: about so many. */
const aroundRows = 8;

/** What a key does: it moves, edits the line that is typed, or returns an action. */
export function pressKey(
  key: Keystroke,
  pressed: Pressed,
): MenuAction | { readonly do: "enter-text"; readonly form: Form } | undefined {
  const { stack, page, cursor, size } = pressed;
  const name = "key" in key ? key.key : undefined;
  const form = page.field && stack.form();
  const to = name === undefined ? undefined : moved(name, cursor, size.rows - aroundRows);
  if (to !== undefined && !(form && (name === "home" || name === "end"))) {
    moveTo(pressed, to);
    return undefined;
  }
  if (form) {
    if (name === "enter") return { do: "enter-text", form };
    typeInto(stack, form, key);
    return undefined;
  }
  const row = rowAt(page, size.columns, cursor);
  if (name === "enter") return row?.action;
  const letter = "text" in key ? (key.text === " " ? "space" : key.text) : name;
  const action = page.keys.find((one) => one.key === letter)?.action;
  return typeof action === "function" ? action(row) : action;
}

function moveTo({ stack, page, size }: Pressed, to: number): void {
  const { screens } = stack.state();
  const top = screens.at(-1);
  if (top) stack.replace(top.screen, clampCursor(page, size.columns, to));
}

function typeInto(stack: MenuStack, form: Form, key: Keystroke): void {
  const command = "key" in key ? editKeys[key.key] : undefined;
  const text = "text" in key ? insertText(form.typed, key.text) : form.typed;
  const typed = command ? editCommands[command](text) : text;
  if (typed !== form.typed)
    stack.replace({ kind: "form", form: { ...form, typed, problem: undefined } }, 0);
}

/** Where a key moves the cursor; undefined if it does not. */
function moved(name: string, cursor: number, room: number): number | undefined {
  const page = Math.max(1, room);
  const places: Readonly<Record<string, number>> = {
    up: cursor - 1,
    down: cursor + 1,
    pageup: cursor - page,
    pagedown: cursor + page,
    home: 0,
    end: Number.MAX_SAFE_INTEGER,
  };
  return places[name];
}

const editKeys: Readonly<Record<string, EditCommand>> = {
  left: "left",
  right: "right",
  home: "line-start",
  end: "line-end",
  "ctrl+a": "line-start",
  "ctrl+e": "line-end",
  backspace: "delete-left",
  delete: "delete-right",
  "ctrl+u": "cut-line-left",
  "ctrl+k": "cut-line-right",
  "ctrl+w": "cut-argument-left",
  "ctrl+y": "paste-cut",
};
