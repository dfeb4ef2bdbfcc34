import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { play, specific } from "./testing/play.ts";

const touch = { script: [[{ tool: "Bash", input: { command: "touch made" } }], ["done"]] };
const answer = (decision: object) => ({
  PermissionRequest: specific("PermissionRequest", { decision }),
});
const withQuestion = {
  permissionMode: "default",
  ask: async () => ({ behavior: "deny" }) as const,
} as const;

describe("PermissionRequest", () => {
  it("E4 fires when a question is about to be asked, with the call and suggestions", async () => {
    const { hookInputs, firedEvents, cwd } = await play({ ...touch, ...withQuestion });
    expect(firedEvents.slice(2, 5)).toEqual([
      "PreToolUse",
      "PermissionRequest",
      "PermissionDenied",
    ]);
    expect(hookInputs[3]).toMatchObject({
      tool_name: "Bash",
      tool_input: { command: "touch made" },
      permission_suggestions: [expect.objectContaining({ type: "addRules" })],
    });
    expect(existsSync(join(cwd, "made"))).toBe(false);
  });

  it("E4 a hook's answer takes the place of the question", async () => {
    const allowed = await play({
      ...touch,
      ...withQuestion,
      answers: answer({ behavior: "allow" }),
    });
    expect(existsSync(join(allowed.cwd, "made"))).toBe(true);
    const denied = await play({
      ...touch,
      permissionMode: "default",
      ask: async () => ({ behavior: "allow" }),
      answers: answer({ behavior: "deny", message: "not today" }),
    });
    expect(existsSync(join(denied.cwd, "made"))).toBe(false);
    expect(denied.newTexts[1]?.[0]).toContain("not today");
  });

  it("E4 does not fire for a call that needs no approval", async () => {
    const { firedEvents } = await play({
      ...touch,
      ...withQuestion,
      permissionMode: "bypassPermissions",
    });
    expect(firedEvents).toContain("PostToolUse");
    expect(firedEvents).not.toContain("PermissionRequest");
  });
});
