import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { lastOf, newFolders, play } from "../testing/play.ts";

const interactive = { headless: false, profile: "claude-code" } as const;
const hook = (event: string, command: string, more: object = {}) => ({
  hooks: { [event]: [{ hooks: [{ type: "command", command, ...more }] }] },
});

/** Notes its start and a SIGTERM, and would run for a long time. */
const slowly = (log: string) =>
  `trap 'echo term >> ${log}; exit 0' TERM; echo begun >> ${log}; sleep 20 & wait`;

async function until(isTrue: () => boolean): Promise<void> {
  for (let tries = 0; !isTrue(); tries += 1) {
    if (tries > 1000) throw new Error("it did not happen");
    await delay(5);
  }
}

describe("the end of an interactive session", () => {
  it.concurrent.each([
    ["fails", "echo broken >&2; exit 1", /broken/],
    ["refuses", "echo no way >&2; exit 2", /no way/],
    ["takes longer than its limit", "sleep 20", /no answer within 0.3 s/],
  ])("E15 a SessionEnd hook that %s is reported", async (_what, command, text) => {
    const { events } = await play({
      ...interactive,
      userSettings: hook("SessionEnd", command, { timeout: 0.3 }),
    });
    const notices = events.flatMap((event) => (event.type === "notice" ? [event.text] : []));
    expect(notices.join("\n")).toMatch(text);
  });

  it.concurrent.each(["SessionStart", "UserPromptSubmit", "PreToolUse", "Stop"])(
    "E15 G14 ends a %s hook with SIGTERM, then fires SessionEnd",
    async (event) => {
      const folders = newFolders();
      const log = join(folders.base, "log");
      const { hookInputs, results } = await play({
        ...interactive,
        in: folders,
        prompts: ["hello"],
        script: [[{ tool: "Bash", input: { command: "echo hi" } }], ["done"]],
        userSettings: hook(event, slowly(log)),
        onOpen(session) {
          void until(() => existsSync(log)).then(() => session.end("prompt_input_exit"));
        },
      });
      expect(readFileSync(log, "utf8")).toBe("begun\nterm\n");
      expect(lastOf(hookInputs)).toMatchObject({
        hook_event_name: "SessionEnd",
        reason: "prompt_input_exit",
      });
      expect(results[0]?.terminalReason).toMatch(/^aborted_/);
    },
  );
});
