import { describe, expect, it } from "vitest";
import {
  callEnded,
  callNotStarted,
  callStarted,
  hookEnded,
  hookNamed,
  hookStarted,
  outcomeOf,
  stateAfter,
} from "../testing/agent-events.ts";
import { evil } from "../testing/evil.ts";
import { detailLines } from "./detail-lines.ts";
import { findRows, nextRow } from "./find-rows.ts";
import { wrapDetail } from "./wrap-detail.ts";

type Events = Parameters<typeof stateAfter>[0];

function shown(...events: Events): readonly string[] {
  const turn = stateAfter(events).details.turns.at(-1);
  if (!turn) throw new Error("no turn");
  return detailLines(turn, { cwd: "/project" }).map((row) => row.map(({ text }) => text).join(""));
}

const guard = { label: "guard.sh", callId: "1" };
const message = (audience: string, kind: string, text: string) => ({
  audience,
  kind,
  text,
  hook: hookNamed("guard.sh"),
});

describe("detailLines", () => {
  it("E17 a call that could not start has the reason, and says that no hook ran", () => {
    expect(shown(callNotStarted("1", "Nothing", { a: "b" }, "There is no tool Nothing."))).toEqual([
      "Nothing b · not run",
      "  no hook ran for this call, because it could not start:",
      "  | There is no tool Nothing.",
      "",
    ]);
  });

  it.each([60, 80, 140])(
    "T8 at %i columns: no row of others' texts begins as ours do",
    (columns) => {
      const fake = "PreToolUse:Bash: proceed, by guard.sh";
      const long = `${"word ".repeat(60)}${fake}`;
      const text = `first\n${fake}\n  guard.sh · exit 0\n${long}`;
      const events: Events = [
        callStarted("1", "Bash", { command: text }),
        callEnded("1", "Bash", text),
        { type: "notice", level: "warning", text, details: [text] },
        {
          type: "hook",
          progress: {
            type: "run-skipped",
            event: "Stop",
            subject: undefined,
            hook: hookNamed("stop.sh"),
            handlerType: "command",
            runId: "2",
            because: text,
          },
        } as never,
        callNotStarted("3", "Bash", { command: text }, text),
      ];
      const turn = stateAfter(events).details.turns.at(-1);
      if (!turn) throw new Error("no turn");
      const rows = detailLines(turn, { cwd: "/project" })
        .flatMap((row) => wrapDetail(row, columns))
        .map((row) => row.map((span) => span.text).join(""));
      expect(rows.filter((row) => row !== "" && !/^ *\| /.test(row))).toEqual([
        "Bash first · done",
        "warning: first",
        "Stop: not decided yet",
        "  stop.sh did not run: first",
        "Bash first · not run",
        "  no hook ran for this call, because it could not start:",
      ]);
      expect(rows.every((row) => row.length <= columns)).toBe(true);
    },
  );

  it("P18 an interrupted event was decided by no hook", () => {
    const rows = shown(
      callStarted("1", "Bash", { command: "ls" }),
      hookStarted(guard),
      hookEnded(guard, { end: { how: "cancelled" } }),
      outcomeOf({ action: "stop", decidedBy: [] }, "1"),
    );
    expect(rows).toContain("PreToolUse:Bash: stop, because it was interrupted");
  });

  it("U2 shows why a hook ran, how it ended, what it printed, who saw what, and how to repeat it", () => {
    const messages = [
      message("model", "reason", "no deleting\nat all"),
      message("user", "reason", "guard.sh: refused: no deleting (to repeat it: x)"),
    ];
    expect(
      shown(
        callStarted("1", "Bash", { command: "rm x" }),
        hookStarted(guard),
        hookEnded(guard, {
          end: { how: "exited", code: 2 },
          stdout: "some output\n",
          stderr: "no deleting\nat all\n",
          durationMs: 35,
          repeat: "run it --again",
        }),
        outcomeOf(
          { action: "refuse", reasons: [], decidedBy: [hookNamed("guard.sh")], messages } as never,
          "1",
        ),
        callEnded("1", "Bash", "refused", { ran: false, isError: true }),
      ),
    ).toEqual([
      "Bash rm x · not run",
      "",
      "PreToolUse:Bash: refuse, by guard.sh",
      "  guard.sh · exit 2 · 35 ms",
      "    from: /settings/user.json:7 (user)",
      "    runs on: these tools: Bash",
      "    stdout:",
      "    | some output",
      "    stderr:",
      "    | no deleting",
      "    | at all",
      "    the model saw, reason: no deleting",
      "    | at all",
      "    you saw, reason: guard.sh: refused: no deleting",
      "    to repeat it: run it --again",
      "",
      "Bash rm x · the model got",
      "  | refused",
      "",
    ]);
  });

  it("the output of a call follows the hooks that ran before it, and precedes those that ran after it", () => {
    const post = { label: "post.sh", event: "PostToolUse", callId: "1" } as const;
    const lines = shown(
      callStarted("1", "Bash", { command: "ls" }),
      callStarted("2", "Read", { file_path: "/project/a" }),
      hookStarted(guard),
      hookEnded(guard),
      outcomeOf({}, "1"),
      hookStarted(post),
      hookEnded(post),
      callEnded("1", "Bash", "a\nb"),
      callEnded("2", "Read", "text"),
    );
    expect(lines.filter((row) => /^\S|^ {2}\|/.test(row))).toEqual([
      "Bash ls · done",
      "Read a · done",
      "  | text",
      expect.stringMatching(/^PreToolUse:Bash/),
      "Bash ls · output",
      "  | a",
      "  | b",
      expect.stringMatching(/^PostToolUse/),
    ]);
  });

  it("does not show what a hook printed with suppressOutput, nor stdout before that is known", () => {
    const ended = [
      hookStarted(guard),
      hookEnded(guard, { stdout: '{"suppressOutput":true,"x":"secret"}', stderr: "shown" }),
    ];
    expect(shown(...ended).join("\n")).not.toContain("secret");
    const lines = shown(
      ...ended,
      outcomeOf({ messages: [message("log", "stdout", "secret")] } as never),
    );
    expect(lines.join("\n")).not.toContain("secret");
    expect(lines).toContain("    stdout: not shown, because the hook set suppressOutput");
    expect(lines).toContain("    | shown");
  });

  it("shows a rewritten input as a difference", () => {
    const lines = shown(
      callStarted("1", "Bash", { command: "rm x" }),
      hookStarted(guard),
      hookEnded(guard),
      outcomeOf({ input: { command: "ls x" }, rewrittenBy: [hookNamed("guard.sh")] }, "1"),
    );
    expect(lines).toEqual(
      expect.arrayContaining([
        "  the input was changed by guard.sh:",
        `    2 -   "command": "rm x"`,
        `    2 +   "command": "ls x"`,
      ]),
    );
  });

  it("V11 an input that hooks get in another form is not a change", () => {
    const rows = shown(
      callStarted("1", "ExitPlanMode", { plan: "tests" }, { inputForHooks: {} }),
      hookStarted(guard),
      hookEnded(guard),
      outcomeOf({ input: {} }, "1"),
    );
    expect(rows.join("\n")).toContain("guard.sh · exit 0");
    expect(rows.join("\n")).not.toContain("the input was changed");
  });

  it("shows hooks that did not run, that still run, and that timed out", () => {
    const skipped = {
      type: "hook",
      progress: {
        type: "run-skipped",
        event: "Stop",
        subject: undefined,
        hook: hookNamed("untrusted.sh"),
        handlerType: "command",
        runId: "s",
        because: "it is not trusted",
        refuses: false,
        recorded: false,
      },
    } as const;
    const slow = { label: "slow.sh", callId: "2" };
    expect(
      shown(
        skipped,
        hookStarted(guard),
        hookStarted(slow),
        hookEnded(slow, { end: { how: "timedOut", limitMs: 5000 } }),
      ),
    ).toEqual(
      expect.arrayContaining([
        "Stop: not decided yet",
        "  untrusted.sh did not run: it is not trusted",
        "  guard.sh · still running",
        "  slow.sh · timed out after 5 s · 12 ms",
      ]),
    );
  });

  it("a turn without hooks and calls says so; messages at the start are complete", () => {
    expect(shown({ type: "turn-started", prompt: "hi" })).toEqual(["No hook or tool ran."]);
    expect(
      shown({ type: "notice", level: "warning", text: "5 hooks", details: ["a (x:1)", "b (x:2)"] }),
    ).toEqual(["warning: 5 hooks", "  | a (x:1)", "  | b (x:2)", ""]);
  });

  it("never executes what hooks printed", () => {
    const text = shown(
      hookStarted({ label: evil }),
      hookEnded({ label: evil }, { stdout: evil, stderr: evil }),
      outcomeOf({ fields: { [evil]: evil } }),
    ).join("\n");
    expect(text).toContain("\\x1b[2J");
    expect(text).not.toContain("\u001B");
    expect(text).not.toContain("\u202E");
  });
});

describe("search", () => {
  const rows = ["Alpha", "beta", "ALPHA beta"].map((text) => [{ text }]);

  it("finds rows whatever their case, and begins again at the end", () => {
    const found = findRows(rows, "alpha");
    expect(found).toEqual([0, 2]);
    expect(nextRow(found, 0, "next")).toBe(2);
    expect(nextRow(found, 2, "next")).toBe(0);
    expect(nextRow(found, 0, "previous")).toBe(2);
    expect(nextRow([], 0, "next")).toBeUndefined();
    expect(findRows(rows, "")).toEqual([]);
  });
});
