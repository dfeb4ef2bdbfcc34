import { describe, expect, it } from "vitest";
import { play } from "./testing/play.ts";

const bash = (command: string) => ({ tool: "Bash", input: { command } });
const on = (event: string, handler: object) => ({
  hooks: { [event]: [{ hooks: [{ type: "command", ...handler }] }] },
});
const context = JSON.stringify({
  systemMessage: "for the user",
  hookSpecificOutput: { hookEventName: "PreToolUse", additionalContext: "found later" },
});

describe("hooks in the background", () => {
  it("P12 what one says goes with the next request, after the call it did not hold up", async () => {
    const { newTexts } = await play({
      // The second call waits for the file that the hook makes when it has spoken.
      script: [
        [bash("echo one")],
        [bash("until [ -e spoken ]; do sleep 0.02; done; sleep 0.2")],
        ["done"],
      ],
      userSettings: on("PreToolUse", {
        if: "Bash(echo one)",
        async: true,
        command: `echo '${context}'; touch spoken`,
      }),
    });
    expect(newTexts.flat().filter((text) => text.includes("found later"))).toHaveLength(1);
  });

  it("P12 asyncRewake: exit 2 keeps an agent going that has finished", async () => {
    const { newTexts, result } = await play({
      script: [
        [bash("until [ -e spoken ]; do sleep 0.02; done; sleep 0.2")],
        ["first"],
        ["second"],
      ],
      userSettings: on("PreToolUse", {
        asyncRewake: true,
        command: "touch spoken; echo 'the build broke' >&2; exit 2",
      }),
    });
    expect(newTexts.flat().join()).toContain("the build broke");
    expect(["first", "second"]).toContain(result.result);
  });

  it("P12 what still runs when the session ends is ended, and the user is told", async () => {
    const { events } = await play({
      userSettings: on("SessionStart", { async: true, command: "sleep 60" }),
    });
    expect(events).toContainEqual(
      expect.objectContaining({
        type: "notice",
        text: expect.stringContaining("sleep 60 (SessionStart) still ran in the background"),
      }),
    );
  });
});
