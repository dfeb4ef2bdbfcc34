import type { Message, Outcome } from "@snaphook/engine";
import { describe, expect, it } from "vitest";
import { outputTo } from "../output.ts";
import { capture } from "../testing/capture.ts";
import { hookRun, runEnded, runStarted } from "../testing/events.ts";
import { textView } from "./text-view.ts";

const message = (audience: Message["audience"], text: string): Message => ({
  audience,
  kind: "context",
  text,
  hook: { id: "h1", label: "guard.sh" },
});

function shown(verbose: boolean): string {
  const [stdout, stderr] = [capture(), capture()];
  const view = textView({ stdout: outputTo(stdout), stderr: outputTo(stderr), verbose });
  view.emit(runStarted("PreToolUse", "Bash"));
  view.emit(runEnded("PreToolUse", "Bash", hookRun({ how: "exited", code: 0 })));
  view.emit(runEnded("Stop", undefined, hookRun({ how: "background" })));
  view.emit({ type: "tool-started", id: "t1", name: "Bash", input: { command: "ls" } });
  const ended = { type: "tool-ended", id: "t1", name: "Bash" } as const;
  view.emit({ ...ended, ran: true, isError: false, text: "a\nb\n" });
  view.emit({ ...ended, ran: true, isError: true, text: "Exit code 1" });
  view.emit({ ...ended, ran: false, isError: true, text: "no rule allows it" });
  const messages = [message("model", "to it"), message("user", "to you"), message("log", "kept")];
  view.emit({ type: "outcome", outcome: { messages } as unknown as Outcome });
  view.emit({ type: "notice", level: "info", text: "to you" });
  return stderr.text();
}

describe("section 9: the verbose view", () => {
  it("shows the start and end of each run and what the model gets, each text once", () => {
    expect(shown(true).split("\n")).toEqual([
      "hook PreToolUse:Bash [guard.sh] started",
      "hook PreToolUse:Bash [guard.sh] ended: success, 5 ms",
      "hook Stop [guard.sh] continues in the background",
      '→ Bash {"command":"ls"}',
      "← Bash done",
      "  a",
      "  b",
      "← Bash failed",
      "  Exit code 1",
      "← Bash refused",
      "  no rule allows it",
      "to the model [guard.sh] context: to it",
      "to you",
      "",
    ]);
  });

  it("the normal view shows only what is for the user", () => {
    expect(shown(false)).toBe("to you\n");
  });
});
