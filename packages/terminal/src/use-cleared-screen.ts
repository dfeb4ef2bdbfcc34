import { useApp, useStdout } from "ink";
import { useEffect, useRef } from "react";
import { clearScreen } from "./clear-screen.ts";
import { useScreen, useScreenState } from "./screen-context.ts";

/** After `/clear` the conversation begins on an empty screen. */
export function useClearedScreen(isConversationShown: boolean): void {
  const clearedAt = useScreenState((state) => state.clearedAt);
  const shown = useRef(clearedAt);
  const { suspendTerminal } = useApp();
  const { stdout } = useStdout();
  const { store } = useScreen();
  useEffect(() => {
    if (!isConversationShown || shown.current === clearedAt) return;
    shown.current = clearedAt;
    store.dispatch({ type: "redraw" });
    void suspendTerminal(() => void stdout.write(clearScreen));
  }, [isConversationShown, clearedAt, suspendTerminal, stdout, store]);
}
