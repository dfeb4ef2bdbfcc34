import type { Form } from "./form.ts";
import { type MenuData, type MenuHook, readMenu } from "./menu-data.ts";
import { errorText, MenuError } from "./menu-error.ts";
import type { MenuScreen } from "./menu-screen.ts";
import type { MenuSource } from "./menu-source.ts";

export interface MenuState {
  /** Undefined until the configuration is read. */
  readonly data: MenuData | undefined;
  /** The last one is shown. */
  readonly screens: readonly OpenScreen[];
  /** What runs now. */
  readonly busy: string | undefined;
  readonly message: { readonly text: string; readonly isError: boolean } | undefined;
}

interface OpenScreen {
  readonly screen: MenuScreen;
  /** Undefined: where the page begins. */
  readonly cursor: number | undefined;
}

/** The screens of a menu on each other, and what runs for them. */
export interface MenuStack {
  state(): MenuState;
  subscribe(onChange: () => void): () => void;
  change(next: Partial<MenuState>): void;
  /** Puts a screen on the others. */
  show(screen: MenuScreen): void;
  /** Puts another screen in the place of the last one. */
  replace(screen: MenuScreen, cursor?: number): void;
  drop(count?: number): void;
  /** The form, if it is shown. */
  form(): Form | undefined;
  /** Throws if the configuration is not read yet. */
  data(): MenuData;
  /** Throws if there is no such hook. */
  hook(key: string): MenuHook;
  /** Reads the configuration again; screens of hooks that are gone close. */
  reload(): Promise<void>;
  /** Runs one thing at a time: what it returns or throws becomes a message. */
  run(busy: string, step: (signal: AbortSignal) => Promise<string | undefined>): void;
  /** Ends what runs. */
  abort(): void;
  /** Resolves when nothing runs. */
  idle(): Promise<void>;
}

export function createMenuStack(source: MenuSource): MenuStack {
  const listeners = new Set<() => void>();
  let work: Promise<void> = Promise.resolve();
  let running: AbortController | undefined;
  let state: MenuState = {
    data: undefined,
    screens: [{ screen: { kind: "events", all: false }, cursor: undefined }],
    busy: undefined,
    message: undefined,
  };
  const change = (next: Partial<MenuState>) => {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  };
  const data = () => {
    if (!state.data) throw new MenuError("the settings are not read yet");
    return state.data;
  };
  return {
    state: () => state,
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    change,
    show: (screen) => change({ screens: [...state.screens, { screen, cursor: undefined }] }),
    replace: (screen, cursor) =>
      change({ screens: [...state.screens.slice(0, -1), { screen, cursor }] }),
    drop: (count = 1) => change({ screens: state.screens.slice(0, -count) }),
    form() {
      const screen = state.screens.at(-1)?.screen;
      return screen?.kind === "form" ? screen.form : undefined;
    },
    data,
    hook(key) {
      const found = data().hooks.find((hook) => hook.key === key);
      if (!found) throw new MenuError("this hook is no longer configured");
      return found;
    },
    async reload() {
      const read = await readMenu(await source.hooks(), source.tools(), source.home);
      const keys = new Set(read.hooks.map(({ key }) => key));
      const screens = state.screens.filter(
        ({ screen }) => screen.kind !== "hook" || keys.has(screen.hook),
      );
      change({ data: read, screens });
    },
    run(busy, step) {
      running = new AbortController();
      change({ busy, message: undefined });
      work = step(running.signal)
        .then(
          (text) => (text === undefined ? undefined : { text, isError: false }),
          (error: unknown) => ({ text: errorText(error), isError: true }),
        )
        .then((message) => change({ busy: undefined, message }));
    },
    abort: () => running?.abort(),
    async idle() {
      let seen: Promise<void> | undefined;
      while (seen !== work) {
        seen = work;
        await seen;
      }
    },
  };
}
