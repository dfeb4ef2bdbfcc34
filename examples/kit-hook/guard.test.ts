// How a hook is tested: with `testHook` in a unit test, and once as the process it is configured as.
import { join } from "node:path";
import { createHooks } from "@snaphook/engine";
import { sampleInput, testHook } from "@snaphook/kit";
import { describe, expect, it } from "vitest";
import * as tested from "../../scripts/packed/tested.ts";
import guard from "./.claude/hooks/guard.ts";

const told = (command: string) =>
  testHook(guard, sampleInput("PreToolUse", { tool: "Bash", input: { command } }));

describe("the guard", () => {
  it.each([
    ["git status", "none"],
    ["git push", "ask"],
    ["git push --force-with-lease", "ask"],
    ["git push --force origin main", "deny"],
    ["npm test && git push -f", "deny"],
  ])("%s: %s", async (command, decision) => {
    expect((await told(command)).decision).toBe(decision);
  });

  it("says what to do instead", async () => {
    expect((await told("git push -f")).reason).toContain("--force-with-lease");
  });

  it("is in the settings, and refuses as a process too", async () => {
    const hooks = await createHooks({
      cwd: join(tested.home, "examples/kit-hook"),
      sessionId: "session_01",
      trustProject: true,
      env: { ...process.env, PATH: tested.path, NODE_OPTIONS: tested.nodeOptions.join(" ") },
    });
    const call = { name: "Bash", input: { command: "git push -f" }, id: "call_1" };
    const result = await hooks.tool(call, () => Promise.reject(new Error("it ran")));
    await hooks.close();
    expect(result).toMatchObject({
      action: "refused",
      reasons: ["a forced push throws away what others pushed: try --force-with-lease"],
    });
  });
});
