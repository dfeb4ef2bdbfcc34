import { visibleText } from "@snaphook/engine";
import type { AgentEvent } from "../../loop/agent-event.ts";
import type { View } from "../view.ts";
import { type TextViewOptions, textView } from "./text-view.ts";

/** `--timeline`: what happened on stdout, in place of the bare result; what is for the user on stderr. */
export function timelineView(
  options: TextViewOptions,
  timeline: (event: AgentEvent) => readonly string[],
): View {
  const { stdout, stderr } = options;
  const view = textView({ ...options, stdout: { ...stdout, write: () => {} }, stderr });
  return {
    ...view,
    emit(event) {
      view.emit(event);
      stdout.write(
        timeline(event)
          .map((line) => `${visibleText(line)}\n`)
          .join(""),
      );
    },
  };
}
