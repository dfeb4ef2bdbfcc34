import { expect, it } from "vitest";
import type { AgentEvent } from "../../loop/agent-event.ts";
import type { Output } from "../output.ts";
import { runStarted } from "../testing/events.ts";
import { textView } from "./text-view.ts";

/** The lines that the view writes on stderr. */
function linesOf(events: readonly AgentEvent[], verbose: boolean): readonly string[] {
  const lines: string[] = [];
  const output: Output = {
    isTerminal: false,
    gone: new AbortController().signal,
    write: (text) => void lines.push(...text.split("\n").filter(Boolean)),
    flush: async () => {},
    failure: () => undefined,
  };
  const view = textView({ stdout: output, stderr: output, verbose });
  for (const event of events) view.emit(event);
  return lines;
}

it("details of a notice are in the verbose view only", () => {
  const notice: AgentEvent = {
    type: "notice",
    level: "warning",
    text: "Not in effect: 2 hooks",
    details: ["PreToolUse a.sh", "Stop b.sh"],
  };
  expect(linesOf([notice], false)).toEqual(["warning: Not in effect: 2 hooks"]);
  expect(linesOf([notice], true)).toEqual([
    "warning: Not in effect: 2 hooks",
    "  PreToolUse a.sh",
    "  Stop b.sh",
  ]);
});

it("P14 the verbose view shows the status message of a hook that starts", () => {
  const started = runStarted("Stop", undefined, "command", "Running the tests");
  expect(linesOf([started], true)).toEqual(["hook Stop [guard.sh] started: Running the tests"]);
  expect(linesOf([started], false)).toEqual([]);
});
