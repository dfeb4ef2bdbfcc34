import { useCallback, useEffect, useState } from "react";
import { useScreen } from "../screen-context.ts";
import type { PanelKind } from "../state/screen-state.ts";
import type { Panel } from "./panel.ts";
import { panels } from "./read-panel.ts";

/** A panel changes while it is shown: a task ends, a server answers. */
const refreshMs = 1000;

/** What a panel shows now, and a function that reads it again. */
export function usePanel(kind: PanelKind): {
  readonly panel: Panel | undefined;
  readonly problem: string | undefined;
  readonly reload: () => Promise<void>;
} {
  const { actions } = useScreen();
  const [panel, setPanel] = useState<Panel>();
  const [problem, setProblem] = useState<string>();
  const reload = useCallback(async () => {
    const session = actions.control();
    if (!session) return setProblem("the session is not open yet");
    try {
      setPanel(await panels[kind].read(session, actions));
      setProblem(undefined);
    } catch (error) {
      setProblem((error as Error).message);
    }
  }, [kind, actions]);
  useEffect(() => {
    void reload();
    const timer = setInterval(() => void reload(), refreshMs);
    return () => clearInterval(timer);
  }, [reload]);
  return { panel, problem, reload };
}
