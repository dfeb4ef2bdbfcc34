import { type CodeHandler, type EventName, profiles } from "@snaphook/protocol";
import { describe, expect, it } from "vitest";
import { readCodeHooks } from "./code-hooks.ts";

const check: CodeHandler = { type: "function", callback: () => true, errorMessage: "no" };
const one = (event: EventName, handler: Parameters<typeof readCodeHooks>[0]["Stop"] = []) =>
  readCodeHooks({ [event]: handler }, profiles.reference, "code")[0];

describe("readCodeHooks", () => {
  it("C1 a bare function is a callback, named after it", () => {
    const hook = one("PreToolUse", [{ matcher: "Bash", hooks: [function guard() {}] }]);
    expect(hook).toMatchObject({
      label: "guard",
      handler: { type: "callback" },
      dormant: undefined,
    });
    expect(hook?.matcher.test("Bash")).toBe("matches");
  });

  it("M8 an if is respected, and a broken one never matches", () => {
    const callback = () => undefined;
    const hooks = (rule: string) => [
      { hooks: [{ type: "callback" as const, callback, if: rule }] },
    ];
    expect(one("PreToolUse", hooks("Bash(git:*)"))?.condition).toMatchObject({ tool: "Bash" });
    expect(one("PreToolUse", hooks("Bash("))?.dormant?.reason).toBe("invalid");
    expect(one("Stop", hooks("Bash"))?.dormant?.reason).toBe("not-on-this-event");
  });

  it("H6 function hooks are never dormant, because elsewhere they fail; H9 prompts are for some events", () => {
    expect(one("Stop", [{ hooks: [check] }])?.dormant).toBeUndefined();
    expect(one("PreToolUse", [{ hooks: [check] }])?.dormant).toBeUndefined();
    const prompt = { type: "prompt" as const, prompt: "ok?" };
    expect(one("SessionEnd", [{ hooks: [prompt] }])?.dormant?.reason).toBe("not-on-this-event");
  });
});
