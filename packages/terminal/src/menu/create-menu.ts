import type { Keystroke } from "../input/keystroke.ts";
import { hasWork } from "./form.ts";
import { stepBack } from "./form-steps.ts";
import { clampCursor } from "./layout-page.ts";
import { createActions } from "./menu-actions.ts";
import type { MenuHost } from "./menu-host.ts";
import { pageOf } from "./menu-pages.ts";
import { createMenuStack, type MenuState } from "./menu-stack.ts";
import type { Page } from "./page.ts";
import { pressKey, type ScreenSize } from "./press-key.ts";

/** The menu of hooks without its looks: keys in, pages out. */
export interface Menu {
  state(): MenuState;
  subscribe(onChange: () => void): () => void;
  /** Undefined while the configuration is read for the first time. */
  page(): Page | undefined;
  cursor(columns: number): number;
  press(key: Keystroke, size: ScreenSize): void;
  /** Resolves when nothing runs. */
  idle(): Promise<void>;
}

export function createMenu(host: MenuHost): Menu {
  const stack = createMenuStack(host.source);
  const { state, subscribe, idle } = stack;
  const { act, enterText } = createActions(host, stack, back);

  let isClosed = false;

  function back(): void {
    const isAsked = state().message?.text === discards;
    if (state().message) stack.change({ message: undefined });
    const form = stack.form();
    const before = form && stepBack(form, stack.data());
    if (form && !before && hasWork(form) && !isAsked) {
      stack.change({ message: { text: discards, isError: true } });
      return;
    }
    if (before) stack.replace({ kind: "form", form: before });
    else if (state().screens.length > 1) stack.drop();
    else {
      isClosed = true;
      host.close();
    }
  }

  const page = (): Page | undefined => {
    const { data, screens } = state();
    const screen = screens.at(-1)?.screen;
    const around = { statistics: host.statistics(), now: host.now() };
    return data && screen && pageOf(screen, data, around);
  };

  const cursor = (columns: number): number => {
    const shown = page();
    const at = state().screens.at(-1)?.cursor ?? shown?.startAt ?? 0;
    return shown ? clampCursor(shown, columns, at) : 0;
  };

  function press(key: Keystroke, size: ScreenSize): void {
    const isBusy = state().busy !== undefined;
    // The screen takes a moment to go away.
    if (isClosed) return;
    if (isEscape(key)) (isBusy ? stack.abort : back)();
    else if (isBusy) return;
    else pressOnPage(key, size);
  }

  function pressOnPage(key: Keystroke, size: ScreenSize): void {
    if (state().message) stack.change({ message: undefined });
    const shown = page();
    if (!shown) return;
    const action = pressKey(key, { stack, page: shown, cursor: cursor(size.columns), size });
    if (action?.do === "enter-text") enterText(action.form);
    else if (action) act(action);
  }

  stack.run("reading the settings", async () => {
    await stack.reload();
    return undefined;
  });
  return { state, subscribe, page, cursor, press, idle };
}

const discards = "this is not saved; Esc again discards it";

const isEscape = (key: Keystroke): boolean => "key" in key && key.key === "escape";
