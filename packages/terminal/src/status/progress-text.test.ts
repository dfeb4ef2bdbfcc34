import stringWidth from "string-width";
import { describe, expect, it } from "vitest";
import type { RunningHook } from "../state/screen-state.ts";
import { hookProgress, progressText } from "./progress-text.ts";

const hook = (label: string, more: Partial<RunningHook> = {}): RunningHook => ({
  runId: label,
  name: "PreToolUse:Bash",
  label,
  statusMessage: undefined,
  since: 0,
  inBackground: false,
  isDone: false,
  ...more,
});

describe("hookProgress", () => {
  it("P14 is the statusMessage, or else the event", () => {
    expect(hookProgress([hook("a")], 1500)).toBe("running the PreToolUse:Bash hook · 1 s");
    const end = hook("a", { name: "SessionEnd:prompt_input_exit" });
    expect(hookProgress([end], 1500)).toBe("running the SessionEnd hook · 1 s");
    expect(hookProgress([hook("a", { statusMessage: "checking" })], 0)).toBe("checking · 0 ms");
  });

  it("P14 counts the hooks of an event that have ended; the message is of one that still runs", () => {
    const both = [
      hook("a", { statusMessage: "first", isDone: true }),
      hook("b", { statusMessage: "second" }),
      hook("c"),
    ];
    expect(hookProgress(both, 1000)).toBe("second 1/3 · 1 s");
  });

  it("P14 a slow hook names itself, and says how to see more", () => {
    expect(hookProgress([hook('"$CLAUDE_PROJECT_DIR"/slow.sh')], 2500)).toBe(
      "running the PreToolUse:Bash hook · 2 s · slow.sh · Ctrl+O shows more",
    );
    expect(hookProgress([hook("slow.sh", { statusMessage: "checking" })], 61_000)).toBe(
      "checking · 1 min 1 s · slow.sh (PreToolUse:Bash) · Ctrl+O shows more",
    );
  });

  it("names the subagent, and counts hooks of other events", () => {
    const hooks = [
      hook("a", { agentType: "Explore" }),
      hook("b", { name: "Notification" }),
      hook("c", { inBackground: true }),
    ];
    expect(hookProgress(hooks, 0)).toBe(
      "running the PreToolUse:Bash hook · in Explore · 0 ms · 1 more",
    );
  });

  it.each(["漢".repeat(80), "x".repeat(500), `\u202e${"a\u0301".repeat(100)}`])(
    "P14 a long statusMessage is cut, and what comes after it stays: %j",
    (statusMessage) => {
      const slow = [hook("slow.sh", { statusMessage }), hook("b", { isDone: true })];
      const text = hookProgress(slow, 2500, "Esc interrupts", 118) ?? "";
      expect(text).toMatch(
        /… 1\/2 · 2 s · Esc interrupts · slow\.sh \(PreToolUse:Bash\) · Ctrl\+O shows more$/,
      );
      expect(stringWidth(text)).toBeLessThanOrEqual(118);
      expect(stringWidth(text)).toBeGreaterThan(115);
      const narrow = hookProgress(slow, 2500, "Esc interrupts", 58) ?? "";
      expect(stringWidth(narrow.slice(0, narrow.indexOf("slow.sh")))).toBeLessThan(58);
    },
  );

  it("P14 a long name of a subagent is cut too", () => {
    const hooks = [hook("a", { agentType: "x".repeat(300), statusMessage: "y".repeat(300) })];
    expect(hookProgress(hooks, 0, "Esc interrupts", 60)).toMatch(
      /^y+… · in x{23}… · 0 ms · Esc interrupts$/,
    );
  });

  it("is nothing for hooks in the background", () => {
    expect(hookProgress([hook("a", { inBackground: true })], 0)).toBeUndefined();
  });
});

describe("progressText", () => {
  const idle = { turn: { state: "idle" }, hooks: [], activity: undefined, thinking: "" } as const;
  const turn = { state: "running", since: 0 } as const;

  it("says what happens in a turn", () => {
    expect(progressText(idle, 0)).toBeUndefined();
    expect(progressText({ ...idle, turn }, 4200)).toBe("working · 4 s · Esc interrupts");
    expect(progressText({ ...idle, turn, thinking: "x" }, 0)).toContain("thinking");
    expect(progressText({ ...idle, turn, activity: "compacting" }, 0)).toContain("compacting");
  });

  it("P14 hooks come before everything else, also outside a turn", () => {
    const hooks = [hook("a", { statusMessage: "checking" })];
    expect(progressText({ ...idle, hooks }, 0)).toBe("checking · 0 ms");
    expect(progressText({ ...idle, turn, hooks, activity: "x" }, 0)).toBe(
      "checking · 0 ms · Esc interrupts",
    );
  });

  it("P14 a slow hook outside a turn says how to leave, before anything that may not fit", () => {
    expect(progressText({ ...idle, hooks: [hook("slow.sh")] }, 2500)).toBe(
      "running the PreToolUse:Bash hook · 2 s · Ctrl+C twice leaves · slow.sh · Ctrl+O shows more",
    );
  });
});
