import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { AgentEvent } from "./agent-event.ts";
import { newFolders, type Play, play } from "./testing/play.ts";

const bash = (command: string) => ({ tool: "Bash", input: { command } });
const on = (event: string, handler: object) => ({
  hooks: { [event]: [{ hooks: [{ type: "command", ...handler }] }] },
});
const context = JSON.stringify({
  systemMessage: "for the user",
  hookSpecificOutput: { hookEventName: "PreToolUse", additionalContext: "found later" },
});

const noticesOf = (events: readonly AgentEvent[]) =>
  events.flatMap((event) => (event.type === "notice" ? [event.text] : []));

/** A call that ends after the agent has heard of the end of a hook in the background. */
const untilHeard = bash("until [ -e heard ]; do sleep 0.02; done");

function hearing(): Pick<Play, "in" | "emit"> {
  const folders = newFolders();
  return {
    in: folders,
    emit(event) {
      if (event.type === "hook" && event.progress.type === "background-ended")
        writeFileSync(join(folders.cwd, "heard"), "");
    },
  };
}

describe("hooks in the background", () => {
  it("P12 the text of one goes with the next request, after the call that it did not delay", async () => {
    const { newTexts } = await play({
      script: [[bash("echo one")], [untilHeard], ["done"]],
      userSettings: on("PreToolUse", {
        if: "Bash(echo one)",
        async: true,
        command: `echo '${context}'`,
      }),
      ...hearing(),
    });
    expect(newTexts.flat().filter((text) => text.includes("found later"))).toHaveLength(1);
  });

  it("P12 asyncRewake: exit 2 wakes an agent that has finished", async () => {
    const { newTexts, result, events } = await play({
      script: [[untilHeard], ["first"], ["second"]],
      userSettings: on("PreToolUse", {
        asyncRewake: true,
        command: "echo 'the build broke' >&2; exit 2",
      }),
      ...hearing(),
    });
    expect(newTexts.flat().join()).toContain("the build broke");
    expect(["first", "second"]).toContain(result.result);
    expect(noticesOf(events)).toContain(
      "echo 'the build broke' >&2; exit 2: exit 2 woke the model: the build broke",
    );
  });

  it("P12 the user sees that the exit 2 of a guard in the background refuses nothing", async () => {
    const { events } = await play({
      script: [[untilHeard], ["done"]],
      userSettings: on("PreToolUse", { async: true, command: "echo never >&2; exit 2" }),
      ...hearing(),
    });
    expect(noticesOf(events)).toContain(
      "echo never >&2; exit 2: exit 2 has no effect, because the hook runs in the background: never",
    );
  });

  it("P12 one that is still running when the session ends is ended, and the user is warned", async () => {
    const { events } = await play({
      userSettings: on("SessionStart", { async: true, command: "sleep 60" }),
    });
    expect(events).toContainEqual(
      expect.objectContaining({
        type: "notice",
        text: expect.stringContaining(
          "sleep 60 (SessionStart) was still running in the background",
        ),
      }),
    );
  });
});
