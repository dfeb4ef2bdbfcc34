import type { AgentEvent } from "../../loop/agent-event.ts";
import type { Output } from "../output.ts";
import type { View } from "../view.ts";
import { visibleLines } from "./visible-lines.ts";

/** What happened as lines for people. */
export type Timeline = (event: AgentEvent) => readonly string[];

/** `--timeline`: a view, and beside what it shows the timeline. */
export const withTimeline = (view: View, timeline: Timeline, output: Output): View => ({
  ...view,
  emit(event) {
    view.emit(event);
    output.write(visibleLines(timeline(event)));
  },
});
