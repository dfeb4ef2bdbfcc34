import { useAnimation, useWindowSize } from "ink";
import { useMemo } from "react";
import { useScreen, useScreenState } from "../screen-context.ts";
import { LinesView } from "../text/lines-view.tsx";
import { entryLines } from "./entry-lines.ts";
import { agentLines, answerTail, callLines, pendingLines, thinkingLines } from "./live-lines.ts";
import { taskLines } from "./task-lines.ts";

/** What still changes: the prompt that may come back, the answer that arrives, calls and agents that run, tasks. */
export function LiveConversation({
  maxRows,
  columns: given,
}: {
  readonly maxRows: number;
  /** Default: all of the screen. */
  readonly columns?: number;
}) {
  const { store } = useScreen();
  const screen = useWindowSize();
  const columns = given ?? screen.columns;
  const pending = useScreenState((state) => state.pending);
  const answer = useScreenState((state) => state.answer);
  const thinking = useScreenState((state) => state.thinking);
  const calls = useScreenState((state) => state.calls);
  const agents = useScreenState((state) => state.agents);
  const tasks = useScreenState((state) => state.session?.tasks);
  const cwd = useScreenState((state) => state.session?.cwd ?? "");
  const isRunning = useScreenState((state) => state.turn.state === "running");
  useAnimation({ interval: 1000, isActive: calls.length > 0 || agents.length > 0 });
  const now = store.now();
  const below = [
    ...thinkingLines(thinking, columns),
    ...callLines(calls, { cwd, now, columns }),
    ...agentLines(agents, { now, columns }),
    ...(isRunning ? taskLines(tasks ?? [], columns) : []),
  ].slice(0, maxRows);
  const room = maxRows - below.length;
  const above = useMemo(
    () => [
      ...(pending ? pendingLines(pending.text, columns, room) : []),
      ...(pending?.behind ?? []).flatMap((entry) => entryLines(entry, columns)),
      ...answerTail(answer, columns, room),
    ],
    [pending, answer, columns, room],
  );
  const rows = [...above.slice(-Math.max(0, room)), ...below];
  return room <= 0 && below.length === 0 ? null : <LinesView lines={rows} />;
}
