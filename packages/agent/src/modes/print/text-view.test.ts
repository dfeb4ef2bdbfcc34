import { expect, it } from "vitest";
import type { AgentEvent } from "../../loop/agent-event.ts";
import type { Output } from "../output.ts";
import { runStarted } from "../testing/events.ts";
import { jsonView } from "./json-view.ts";
import { textView } from "./text-view.ts";

/** The lines that the view writes on stderr. */
function linesOf(
  events: readonly AgentEvent[],
  verbose: boolean,
  view: "text" | "json" = "text",
): readonly string[] {
  const lines: string[] = [];
  const output: Output = {
    isTerminal: false,
    gone: new AbortController().signal,
    write: (text) => void lines.push(...text.split("\n").filter(Boolean)),
    flush: async () => {},
  };
  const shared = { stdout: output, stderr: output, verbose };
  const shown = view === "text" ? textView(shared) : jsonView({ ...shared, newId: () => "u1" });
  for (const event of events) shown.emit(event);
  return lines;
}

it.each(["text", "json"] as const)(
  "details of a notice are in the verbose view only (%s)",
  (view) => {
    const notice: AgentEvent = {
      type: "notice",
      level: "warning",
      text: "Not in effect: 2 hooks",
      details: ["PreToolUse a.sh", "Stop b.sh"],
    };
    expect(linesOf([notice], false, view)).toEqual(["warning: Not in effect: 2 hooks"]);
    expect(linesOf([notice], true, view)).toEqual([
      "warning: Not in effect: 2 hooks",
      "  PreToolUse a.sh",
      "  Stop b.sh",
    ]);
  },
);

it("P14 the verbose view shows the status message of a hook that starts", () => {
  const started = runStarted("Stop", undefined, "command", "Running the tests");
  expect(linesOf([started], true)).toEqual(["hook Stop [guard.sh] started: Running the tests"]);
  expect(linesOf([started], false)).toEqual([]);
});
