import { inLine } from "@snaphook/protocol";
import { Text, useAnimation, useWindowSize } from "ink";
import { useScreen, useScreenState } from "../screen-context.ts";
import { progressText } from "./progress-text.ts";

const spinner = ["✶", "✸", "✹", "✺", "✹", "✷"];

const spinnerWidth = 2;

/** P14: while something runs, one line says what: a hook by its status message or name. */
export function HookProgress() {
  const { store } = useScreen();
  const turn = useScreenState((state) => state.turn);
  const hooks = useScreenState((state) => state.hooks);
  const activity = useScreenState((state) => state.activity);
  const thinking = useScreenState((state) => state.thinking);
  const isActive = turn.state === "running" || hooks.length > 0 || activity !== undefined;
  const { frame } = useAnimation({ interval: 250, isActive });
  const { columns } = useWindowSize();
  const working = { turn, hooks, activity, thinking };
  const text = progressText(working, store.now(), columns - spinnerWidth);
  if (text === undefined) return null;
  return (
    <Text dimColor wrap="truncate">
      {`${spinner[frame % spinner.length]} ${inLine(text)}`}
    </Text>
  );
}
