import { useApp, useStdout } from "ink";
import { useEffect, useState } from "react";

const enter = "\u001B[?1049h\u001B[H";
const leave = "\u001B[?1049l";

/** The terminals that show their second screen. */
const shownOn = new WeakSet<NodeJS.WritableStream>();

/** Shows the first screen while the shell has the terminal; returns what goes back. */
export function leaveAlternateScreen(stdout: NodeJS.WritableStream): () => void {
  if (!shownOn.has(stdout)) return () => {};
  stdout.write(leave);
  return () => void (shownOn.has(stdout) && stdout.write(enter));
}

/**
 * The terminal's second screen, for views that cover the conversation: when they close, the conversation is there
 * again as it was. `ready` is true when the right screen is shown. Until then nothing may be drawn, so that Ink
 * removes from one screen what it drew there.
 */
export function useAlternateScreen(isWanted: boolean): { readonly ready: boolean } {
  const { stdout } = useStdout();
  const { waitUntilRenderFlush } = useApp();
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    if (isWanted === isShown) return;
    let isCurrent = true;
    void waitUntilRenderFlush().then(() => {
      if (!isCurrent) return;
      stdout.write(isWanted ? enter : leave);
      if (isWanted) shownOn.add(stdout);
      else shownOn.delete(stdout);
      setIsShown(isWanted);
    });
    return () => {
      isCurrent = false;
    };
  }, [isWanted, isShown, stdout, waitUntilRenderFlush]);
  useEffect(
    () => () => {
      if (shownOn.delete(stdout)) stdout.write(leave);
    },
    [stdout],
  );
  return { ready: isWanted === isShown };
}
