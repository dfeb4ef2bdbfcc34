import { expect, it } from "vitest";
import type { AgentEvent } from "../../loop/agent-event.ts";
import { type Output, outputTo } from "../output.ts";
import { capture } from "../testing/capture.ts";
import { assistantEvent, runStarted, turnResult } from "../testing/events.ts";
import { jsonView } from "./json-view.ts";
import { textView } from "./text-view.ts";

/** The lines that the view writes on stderr. */
function linesOf(
  events: readonly AgentEvent[],
  verbose: boolean,
  view: "text" | "json" = "text",
  isTerminal = false,
): readonly string[] {
  const lines: string[] = [];
  const output: Output = {
    isTerminal,
    gone: new AbortController().signal,
    write: (text) => void lines.push(...text.split("\n").filter(Boolean)),
    flush: async () => {},
  };
  const shared = { stdout: output, stderr: output, verbose };
  const shown = view === "text" ? textView(shared) : jsonView({ ...shared, newId: () => "u1" });
  for (const event of events) shown.emit(event);
  return lines;
}

it("an answer is not lost when a background agent or a teammate begins another turn", () => {
  const results: readonly AgentEvent[] = [
    { type: "result", result: turnResult({ result: "of a hook's message" }) },
    { type: "result", result: turnResult({ result: "first", numTurns: 2 }) },
    { type: "result", result: turnResult({ result: "second", numTurns: 3 }), continuesInput: true },
  ];
  const printed = (view: "text" | "json") => {
    const stdout = capture();
    const outputs = { stdout: outputTo(stdout), stderr: outputTo(capture()), verbose: false };
    const shown = view === "text" ? textView(outputs) : jsonView({ ...outputs, newId: () => "u1" });
    for (const event of results) shown.emit(event);
    shown.finish();
    return stdout.text();
  };
  expect(printed("text")).toBe("first\n\nsecond\n");
  expect(JSON.parse(printed("json"))).toMatchObject({ result: "first\n\nsecond", num_turns: 5 });
});

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

it("G8 a terminal and the verbose view say that the conversation is being compacted", () => {
  const compacting: AgentEvent = { type: "compacting", trigger: "auto" };
  const line = "compacting the conversation …";
  expect(linesOf([compacting], true)).toEqual([line]);
  expect(linesOf([compacting], false, "text", true)).toEqual([line]);
  expect(linesOf([compacting], false)).toEqual([]);
});

it("P14 the verbose view shows the status message of a hook that starts", () => {
  const started = runStarted("Stop", undefined, "command", "Running the tests");
  expect(linesOf([started], true)).toEqual(["hook Stop [guard.sh] started: Running the tests"]);
  expect(linesOf([started], false)).toEqual([]);
});

it.each(["text", "json"] as const)(
  "progress is shown on a terminal, and only there (%s)",
  (view) => {
    const call = { type: "tool_use", id: "t1", name: "Bash", input: {} } as const;
    const said = assistantEvent("I look at the tests.");
    if (said.type !== "assistant") throw new Error("not an answer");
    const tool = { id: "t1", name: "Bash" };
    const events: readonly AgentEvent[] = [
      { ...said, message: { ...said.message, content: [...said.message.content, call] } },
      { type: "tool-started", ...tool, input: { command: "npm test\nls", description: "x" } },
      { type: "tool-ended", ...tool, ran: true, isError: true, text: "Exit code 1\nmore" },
      { type: "tool-started", ...tool, input: { timeout: 3 } },
      { type: "tool-ended", ...tool, ran: true, isError: false, text: "ok" },
      assistantEvent("The last answer is the result."),
    ];
    expect(linesOf(events, false, view, true)).toEqual([
      "I look at the tests.",
      "→ Bash npm test…",
      "  failed: Exit code 1…",
      "→ Bash",
    ]);
    expect(linesOf(events, false, view)).toEqual([]);
  },
);

it("E17 a call that ends before its hooks is shown with its reason", () => {
  const call: AgentEvent = {
    type: "tool-not-started",
    id: "t1",
    name: "Edit",
    input: { file_path: "f.txt" },
    text: "f.txt has not been read.\nRead it first.",
  };
  expect(linesOf([call], true)).toEqual([
    '→ Edit {"file_path":"f.txt"}',
    "← Edit not run, before any hook",
    "  f.txt has not been read.",
    "  Read it first.",
  ]);
  expect(linesOf([call], false, "text", true)).toEqual([
    "→ Edit f.txt",
    "  not run: f.txt has not been read.…",
  ]);
  expect(linesOf([call], false)).toEqual([]);
});

it("C5 the json result names errors of the settings, which did not end the input", () => {
  const events: readonly AgentEvent[] = [
    { type: "notice", level: "error", text: "settings.json:1:1 is not JSON" },
    { type: "notice", level: "warning", text: "a warning" },
    { type: "result", result: turnResult({ errors: ["the limit"] }) },
  ];
  const [stdout, stderr] = [capture(), capture()];
  const view = jsonView({
    stdout: outputTo(stdout),
    stderr: outputTo(stderr),
    verbose: false,
    newId: () => "u1",
  });
  for (const event of events) view.emit(event);
  view.finish();
  expect(stdout.lines()).toMatchObject([
    { errors: ["settings.json:1:1 is not JSON", "the limit"], is_error: false },
  ]);
});
