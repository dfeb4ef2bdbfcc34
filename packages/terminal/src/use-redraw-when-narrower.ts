import { useApp, useStdout, useWindowSize } from "ink";
import { useEffect, useRef } from "react";
import { clearScreen } from "./clear-screen.ts";
import { useScreen } from "./screen-context.ts";
import { isTooNarrow } from "./too-narrow.tsx";

/** A window that is dragged reports many widths; only the last one matters. */
const settledMs = 100;

/**
 * When the window becomes narrower, most terminals break the lines that were drawn, so that more rows have to be
 * removed than were written. The end of the conversation is printed again on an empty screen; at widths at which nothing
 * can be read, when the window is wider again.
 */
export function useRedrawWhenNarrower(): void {
  const { columns } = useWindowSize();
  const { suspendTerminal } = useApp();
  const { stdout } = useStdout();
  const { store } = useScreen();
  const drawn = useRef(columns);
  const wasTooNarrow = useRef(false);
  useEffect(() => {
    if (isTooNarrow(columns)) wasTooNarrow.current = true;
    if (columns > drawn.current) drawn.current = columns;
    const isBroken = columns < drawn.current || wasTooNarrow.current;
    if (!isBroken || isTooNarrow(columns)) return undefined;
    const timer = setTimeout(() => {
      drawn.current = columns;
      wasTooNarrow.current = false;
      store.dispatch({ type: "redraw" });
      void suspendTerminal(() => void stdout.write(clearScreen));
    }, settledMs);
    return () => clearTimeout(timer);
  }, [columns, suspendTerminal, stdout, store]);
}
