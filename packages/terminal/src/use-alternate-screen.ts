import { useApp, useStdout } from "ink";
import { useEffect, useRef, useState } from "react";

const enter = "\u001B[?1049h\u001B[H";
const leave = "\u001B[?1049l";

/**
 * The terminal's second screen, for views that cover the conversation: when they close, the conversation is there
 * again as it was. `ready` is true when the right screen is shown. Until then nothing may be drawn, so that Ink
 * removes from one screen what it drew there.
 */
export function useAlternateScreen(isWanted: boolean): { readonly ready: boolean } {
  const { stdout } = useStdout();
  const { waitUntilRenderFlush } = useApp();
  const [isShown, setIsShown] = useState(false);
  const shown = useRef(false);
  useEffect(() => {
    if (isWanted === isShown) return;
    let isCurrent = true;
    void waitUntilRenderFlush().then(() => {
      if (!isCurrent) return;
      stdout.write(isWanted ? enter : leave);
      shown.current = isWanted;
      setIsShown(isWanted);
    });
    return () => {
      isCurrent = false;
    };
  }, [isWanted, isShown, stdout, waitUntilRenderFlush]);
  useEffect(
    () => () => {
      if (shown.current) stdout.write(leave);
    },
    [stdout],
  );
  return { ready: isWanted === isShown };
}
