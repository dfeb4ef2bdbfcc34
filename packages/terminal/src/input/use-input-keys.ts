import { useApp, usePaste, useStdout } from "ink";
import { useEffect, useSyncExternalStore } from "react";
import { clearScreen } from "../clear-screen.ts";
import { offeredCommands } from "../commands/offered-commands.ts";
import { sendInput } from "../commands/send-input.ts";
import { type Screen, useScreen, useScreenState } from "../screen-context.ts";
import { nextPermissionMode } from "../session/permission-mode.ts";
import { coveringView } from "../state/covering-view.ts";
import type { View } from "../state/screen-state.ts";
import { leaveAlternateScreen } from "../use-alternate-screen.ts";
import type { Surroundings } from "./input-model.ts";
import { sessionCommandOf } from "./key-bindings.ts";
import type { InputEffect } from "./reduce-input.ts";
import { useKeys } from "./use-keys.ts";

/** The keys of the input line, while it is shown. */
export function useInputKeys(columns: number): void {
  const screen = useScreen();
  const { input } = screen;
  const perform = useEffects();
  const drafts = useScreenState((state) => state.drafts);
  useEffect(() => input.show(), [input]);
  useEffect(() => input.takeDrafts(drafts), [drafts, input]);
  useKeys((stroke) => {
    const effect = input.press(stroke, surroundingsOf(screen, columns));
    if (effect) perform(effect);
  });
  usePaste((text) => input.paste(text, surroundingsOf(screen, columns)));
}

/** Adds text to the input line while it is not shown. A control character ends it: nothing is sent unseen. */
export function useTypeAhead(): (typed: string) => void {
  const screen = useScreen();
  return (typed) => {
    const [text = ""] = typed.split(/\p{Cc}/u);
    if (text !== "") screen.input.press({ text }, surroundingsOf(screen, 1));
  };
}

/** The keys that work while something else covers the input line, and text that is typed before it is drawn again. */
export function useSessionKeys({ isAsked }: { readonly isAsked: boolean }): void {
  const screen = useScreen();
  const { input } = screen;
  const perform = useEffects();
  const typeAhead = useTypeAhead();
  useKeys((stroke) => {
    screen.actions.userIsActive();
    if (input.isShown()) return;
    // The state, because the screen may still show a view that was closed. These keys come here before they reach a view.
    const state = screen.store.state();
    const isFiltering = state.view?.kind === "timeline" && state.view.isFiltering === true;
    const isFree = !isAsked && !isFiltering && !coveringView(state);
    if ("text" in stroke) return isFree ? typeAhead(stroke.text) : undefined;
    if (!worksEverywhere.has(stroke.key)) return;
    const effect = input.press(stroke, surroundingsOf(screen, 1));
    if (effect) perform(effect);
  });
}

/** Whether the user is in the middle of a text. */
export function useIsTyping(): boolean {
  const { input } = useScreen();
  return useSyncExternalStore(input.subscribe, input.isTyping, input.isTyping);
}

/** Esc and the editing keys belong to what covers the input line. */
const worksEverywhere = new Set(
  ["ctrl+c", "ctrl+o", "ctrl+t", "ctrl+l", "ctrl+z"].filter((key) => sessionCommandOf(key)),
);

const surroundingsOf = (screen: Screen, columns: number): Surroundings => {
  const { turn, queued } = screen.store.state();
  return {
    columns,
    isTurnRunning: turn.state === "running",
    hasQueued: queued.length > 0,
    commands: () => offeredCommands(screen),
  };
};

/** Does what keys ask for. */
function useEffects(): (effect: InputEffect) => void {
  const screen = useScreen();
  const { suspendTerminal } = useApp();
  const { stdout } = useStdout();
  const { actions, store } = screen;
  const toggle = (view: View) => {
    const isOpen = store.state().view?.kind === view.kind;
    store.dispatch({ type: "view", view: isOpen ? undefined : view });
  };
  return (effect) => {
    switch (effect.do) {
      case "send":
        return sendInput(effect.text, screen);
      case "interrupt":
        return actions.interrupt();
      case "leave":
        return actions.leave();
      case "take-back":
        return void actions.takeBackQueued();
      case "next-mode":
        return actions.setPermissionMode(nextPermissionMode(screen));
      case "show-details":
        return toggle({ kind: "details" });
      case "show-timeline":
        return toggle({ kind: "timeline" });
      case "send-now":
        return void actions.sendNow();
      case "redraw":
        store.dispatch({ type: "redraw" });
        return void suspendTerminal(() => void stdout.write(clearScreen));
      case "suspend":
        return void suspendTerminal(async () => {
          const goBack = leaveAlternateScreen(stdout);
          await stopProcess();
          store.dispatch({ type: "resumed" });
          goBack();
        });
    }
  };
}

/** As Ctrl+Z does without raw mode. The shell continues the process; until then nothing here runs. */
async function stopProcess(): Promise<void> {
  process.kill(process.pid, "SIGTSTP");
  // The signal may arrive a moment later.
  await new Promise((resolve) => setTimeout(resolve, 50));
}
