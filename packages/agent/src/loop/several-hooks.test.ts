import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { play } from "./testing/play.ts";

/** Command hooks of the user on one event, each in a group of its own. */
const onEvent = (event: string, ...handlers: readonly object[]) => ({
  hooks: {
    [event]: handlers.map((handler) => ({ hooks: [{ type: "command", ...handler }] })),
  },
});
const prints = (answer: object) => ({ command: `echo '${JSON.stringify(answer)}'` });
const block = (reason: string) => prints({ decision: "block", reason });
const stop = (stopReason: string) => prints({ continue: false, stopReason });
const context = (hookEventName: string, additionalContext: string) =>
  prints({ hookSpecificOutput: { hookEventName, additionalContext } });
const bash = (command: string) => ({ tool: "Bash", input: { command } });
/** What the user is told. */
const notices = ({ events }: Awaited<ReturnType<typeof play>>) =>
  events.flatMap((event) => (event.type === "notice" ? event.text : []));

describe("several hooks on one event", () => {
  it.each(["PostToolUse", "Stop"])(
    "F3 on %s a stop overrides every block, and the first reason is shown",
    async (event) => {
      const played = await play({
        userSettings: onEvent(event, block("more"), stop("first"), stop("second")),
        script: [[bash("echo hi")], ["one"], ["two"]],
      });
      expect(played.requests).toHaveLength(event === "Stop" ? 2 : 1);
      expect(notices(played)).toContain("first");
      expect(notices(played)).not.toContain("second");
    },
  );

  it("F4 one block refuses the prompt, and the context of the other hook is dropped", async () => {
    const { results, requests } = await play({
      prompts: ["secret"],
      userSettings: onEvent(
        "UserPromptSubmit",
        context("UserPromptSubmit", "be kind"),
        block("not that"),
      ),
    });
    expect(results[0]?.result).toContain("not that");
    expect(results[0]?.result).not.toContain("be kind");
    expect(requests).toEqual([]);
  });

  it("F4 all blocking reasons of Stop reach the model together, in plan order", async () => {
    const once = (reason: string) => ({
      command: `grep -q '"stop_hook_active":true' || { echo ${reason} >&2; exit 2; }`,
    });
    const { newTexts } = await play({
      userSettings: onEvent("Stop", once("tests"), once("docs")),
      script: [["one"], ["two"]],
    });
    expect(newTexts[1]).toEqual([
      expect.stringMatching(/\]: tests\s*<\/hook>/),
      expect.stringMatching(/\]: docs\s*<\/hook>/),
    ]);
  });

  it("P16 the transcript says how each run ended", async () => {
    const { session } = await play({
      userSettings: onEvent(
        "PreToolUse",
        { command: "exit 0" },
        { command: "exit 2" },
        { command: "exit 1" },
        { command: "sleep 30", timeout: 0.1 },
      ),
      script: [[bash("echo hi")], ["done"]],
    });
    const endings = readFileSync(session.transcriptPath, "utf8")
      .split("\n")
      .filter((line) => line.includes('"subtype":"run"') && line.includes("PreToolUse"))
      .map((line) => JSON.parse(line))
      .filter(({ end }) => end !== "answered")
      .map(({ label, ending }) => [label, ending]);
    expect(endings.toSorted()).toEqual([
      ["exit 0", "success"],
      ["exit 1", "non-blocking-error"],
      ["exit 2", "blocking"],
      ["sleep 30", "cancelled"],
    ]);
  });

  it("Q1 the user is warned once for each hook that another profile would read differently", async () => {
    const refuses = { command: `echo '{"decision":"block"}'; exit 1` };
    const played = await play({
      userSettings: onEvent("PreToolUse", refuses),
      script: [[bash("echo one")], [bash("echo two")], ["done"]],
    });
    const told = notices(played).filter((text) =>
      text.includes("(JSON with an exit code other than 0)"),
    );
    expect(told).toHaveLength(1);
    expect(told[0]).toContain("claude-code");
  });
});
