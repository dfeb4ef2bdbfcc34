import { EventEmitter } from "node:events";
import { PassThrough } from "node:stream";
import { render } from "ink";
import type { ReactNode } from "react";
import stringWidth from "string-width";
import { onTestFinished, vi } from "vitest";
import { createInputModel, type InputModel } from "../input/input-model.ts";
import { ScreenContext } from "../screen-context.ts";
import type { SessionActions } from "../session/session-actions.ts";
import { createStore, type ScreenStore } from "../state/store.ts";

// biome-ignore lint/suspicious/noControlCharactersInRegex: what Ink writes besides text
const controls = /\u001B\[[0-9;?]*[a-zA-Z]/g;

/** What a dialog shows while keys do not answer it. */
export const notYet = "Keys work in a moment";

/** Widths at which every screen is tested. */
export const widths = [60, 80, 140] as const;

/** Actions that do nothing; a test replaces those it looks at. */
export const noActions: SessionActions = {
  submit() {},
  runCommand() {},
  takeBackQueued: () => false,
  interrupt() {},
  leave() {},
  setPermissionMode() {},
  earlierSessions: async () => [],
  async sendNow() {},
  control: () => undefined,
  userIsActive() {},
};

export interface RenderedScreen {
  readonly store: ScreenStore;
  /** The screen as lines of text, without colours. */
  lines(): readonly string[];
  text(): string;
  /** Sends bytes as a terminal does: `\r` for Enter, `\u001B[A` for the up key. */
  type(text: string): Promise<void>;
  /** Waits until the screen shows a text. */
  shows(text: string | RegExp): Promise<void>;
}

/** Draws a part of the screen at a width. Everything that is written comes from the real Ink. */
export function renderScreen(
  part: ReactNode,
  {
    columns = 80,
    rows = 40,
    actions = noActions,
    store = createStore(() => 0),
    input = createInputModel({ now: () => 0, listFiles: async () => [] }),
    now,
  }: {
    readonly columns?: number;
    readonly rows?: number;
    readonly actions?: SessionActions;
    readonly store?: ScreenStore;
    readonly input?: InputModel;
    /** Default: time passes while a dialog does not take keys, before the next one is sent. */
    readonly now?: () => number;
  } = {},
): RenderedScreen {
  let frame = "";
  let passed = 0;
  const clock = now ?? (() => passed);
  const stdout = Object.assign(new EventEmitter(), {
    columns,
    rows,
    isTTY: true,
    write(text: string, ...more: readonly unknown[]) {
      // Ink also writes switches of the terminal alone, such as that of bracketed paste.
      if (text.replaceAll(controls, "") !== "") frame = text;
      const written = more.find((one) => typeof one === "function");
      written?.();
      return true;
    },
  });
  stdout.setMaxListeners(0);
  const keys = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode: () => keys,
    ref: () => keys,
    unref: () => keys,
  });
  const screen = render(
    <ScreenContext value={{ store, actions, input, now: clock }}>{part}</ScreenContext>,
    {
      stdout: stdout as unknown as NodeJS.WriteStream,
      stdin: keys as unknown as NodeJS.ReadStream,
      debug: true,
      interactive: true,
      exitOnCtrlC: false,
      patchConsole: false,
    },
  );
  onTestFinished(() => screen.unmount());
  const lines = () => frame.replaceAll(controls, "").split("\n");
  const text = () => lines().join("\n");
  return {
    store,
    lines,
    text,
    async type(typed) {
      // What was just drawn gets keys from its first effect on.
      await screen.waitUntilRenderFlush();
      if (!now && text().includes(notYet)) {
        passed += 1000;
        await vi.waitUntil(() => !text().includes(notYet), { timeout: 5000, interval: 5 });
      }
      keys.write(typed);
      await new Promise((resolve) => setImmediate(resolve));
      await screen.waitUntilRenderFlush();
    },
    async shows(wanted) {
      await vi.waitUntil(
        () => (typeof wanted === "string" ? text().includes(wanted) : wanted.test(text())),
        { timeout: 5000, interval: 10 },
      );
    },
  };
}

/** The lines that are wider than the screen; there must be none. */
export const overflowing = (lines: readonly string[], columns: number): readonly string[] =>
  lines.filter((line) => stringWidth(line) > columns);
