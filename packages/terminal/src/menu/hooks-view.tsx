import { firedEvents } from "@snaphook/agent/events";
import { type InspectedHooks, startedByAgent } from "@snaphook/bench";
import { createHooks, type Hooks } from "@snaphook/engine";
import type { ProfileName } from "@snaphook/protocol";
import { Text, useApp, useInput, useStdout } from "ink";
import { type Screen, useScreen, useScreenState } from "../screen-context.ts";
import type { View } from "../state/screen-state.ts";
import { createMenu, type Menu } from "./create-menu.ts";
import { HooksMenu } from "./hooks-menu.tsx";
import type { MenuSource } from "./menu-source.ts";
import { openEditor } from "./open-editor.ts";
import { setClipboard } from "./set-clipboard.ts";

/** `/hooks`: the menu of the session's hooks. */
export function HooksView({ view }: { readonly view: View }) {
  const screen = useScreen();
  const { suspendTerminal } = useApp();
  const { stdout } = useStdout();
  // The session may still be opening.
  useScreenState((state) => state.session !== undefined);
  // The numbers of the hooks change while the menu is open.
  useScreenState((state) => state.hookStatistics);
  const menu = menuOf(view, screen, (source) => ({
    source,
    edit: (file, line) => suspendTerminal(() => openEditor(file, line, process.env)),
    copy: (text) => stdout.write(setClipboard(text)),
  }));
  return menu ? <HooksMenu menu={menu} /> : <NotOpen />;
}

/** A question can cover the menu for a while; then it continues where it was. */
const menus = new WeakMap<View, Menu>();

type Terminal = Pick<Parameters<typeof createMenu>[0], "source" | "edit" | "copy">;

function menuOf(
  view: View,
  { store, actions }: Screen,
  terminal: (source: MenuSource) => Terminal,
): Menu | undefined {
  const control = actions.control();
  const known = menus.get(view);
  if (known || !control) return known;
  const source: MenuSource = {
    hooks: async () => control.hooks(),
    change: control.changeFromMenu,
    tools: control.toolNames,
    openAs: (profile) => openCompared(control.hooks(), profile),
    readOnly: startedByAgent(process.env),
  };
  const menu = createMenu({
    ...terminal(source),
    statistics: () => store.state().hookStatistics,
    now: () => Date.now(),
    close: () => store.dispatch({ type: "view", view: undefined }),
    said: (text) =>
      store.dispatch({
        type: "entry",
        entry: { kind: "notice", level: "info", text: `hooks: ${text}` },
      }),
  });
  menus.set(view, menu);
  return menu;
}

/** The hooks of the session's files under another profile, trusted as they are in the session. */
async function openCompared({ cwd, config }: InspectedHooks, profile: ProfileName): Promise<Hooks> {
  const states = (await config.statuses()).map(({ state }) => state);
  const trustProject = !states.includes("untrusted") && !states.includes("changed");
  return createHooks({
    cwd,
    profile,
    sessionId: "compared",
    trustProject,
    fires: (name, ofSettings) =>
      firedEvents(name, { asks: true, headless: false, env: { ...process.env, ...ofSettings } }),
  });
}

function NotOpen() {
  const { store } = useScreen();
  useInput((_text, key) => {
    if (key.escape) store.dispatch({ type: "view", view: undefined });
  });
  return <Text>The session is still opening. Esc goes back.</Text>;
}
