import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { play } from "./testing/play.ts";

const touch = { script: [[{ tool: "Bash", input: { command: "touch made" } }], ["done"]] };
const guardedBy = (handler: object) => ({
  hooks: { PreToolUse: [{ matcher: "Bash", hooks: [{ type: "command", ...handler }] }] },
});

describe("a guard that fails", () => {
  it.each([
    ["cannot be started", { command: "no-such-program", args: [] }],
    ["crashes", { command: "echo broken >&2; exit 1" }],
    ["is killed", { command: "kill -KILL $$" }],
    ["takes too long", { command: "sleep 30", timeout: 0.1 }],
    ["answers what fails its schema", { command: `echo '{"continue":"no"}'` }],
  ])("H8 with onFailure: block one that %s refuses the call", async (_what, handler) => {
    const { cwd, newTexts } = await play({
      ...touch,
      userSettings: guardedBy({ ...handler, onFailure: "block" }),
    });
    expect(existsSync(join(cwd, "made"))).toBe(false);
    expect(newTexts[1]?.[0]).toContain("PreToolUse hook refused this call");
  });

  it("H8 without onFailure the call runs, and the user is warned", async () => {
    const { cwd, events } = await play({
      ...touch,
      userSettings: guardedBy({ command: "echo broken >&2; exit 1" }),
    });
    expect(existsSync(join(cwd, "made"))).toBe(true);
    expect(events).toContainEqual(
      expect.objectContaining({ type: "notice", text: expect.stringContaining("broken") }),
    );
  });
});
