import { type CodeHandler, type EventName, profiles } from "@snaphook/protocol";
import { describe, expect, it } from "vitest";
import { readCodeHooks } from "./code-hooks.ts";

const check: CodeHandler = { type: "function", callback: () => true, errorMessage: "no" };
const one = (event: EventName, handler: Parameters<typeof readCodeHooks>[0]["Stop"] = []) =>
  readCodeHooks({ [event]: handler }, profiles.reference, "code").hooks[0];

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

  const callback = () => undefined;
  const command = { type: "command" as const, command: "x" };
  const found = (event: EventName, group: object) => {
    const code = { [event]: [group] } as Parameters<typeof readCodeHooks>[0];
    const { hooks, diagnostics } = readCodeHooks(code, profiles.reference, "code");
    return {
      dormant: hooks[0]?.dormant?.because,
      found: diagnostics.map(({ level, code, place }) => `${level} ${code} ${place.path}`),
    };
  };

  it.each([
    [
      "a matcher that is no expression",
      { matcher: "(", hooks: [callback] },
      "error invalid-matcher code:PreToolUse[0].matcher",
    ],
    [
      "a list without names",
      { matcher: "|", hooks: [callback] },
      "warning empty-alternative code:PreToolUse[0].matcher",
    ],
    [
      "a broken if",
      { hooks: [{ ...command, if: "Bash(" }] },
      "error broken-rule code:PreToolUse[0].hooks[0].if",
    ],
  ])("C5 %s on PreToolUse is a diagnostic, and the hook is not ready", (_what, group, line) => {
    const { dormant, found: lines } = found("PreToolUse", group);
    expect(lines).toEqual([line]);
    expect(dormant).toBeDefined();
  });

  it.each([
    [
      "onFailure that is no word of it",
      { ...command, onFailure: "blok" },
      "warning bad-field code:PreToolUse[0].hooks[0].onFailure",
    ],
    [
      "onFailure of a callback",
      { type: "callback", callback, onFailure: "block" },
      "warning on-failure-ignored code:PreToolUse[0].hooks[0].onFailure",
    ],
    [
      "a key of a callback that does not exist",
      { type: "callback", callback, blocking: true },
      "warning unknown-key code:PreToolUse[0].hooks[0].blocking",
    ],
    [
      "a limit of a callback that is no number",
      { type: "callback", callback, timeout: "5" },
      "warning bad-field code:PreToolUse[0].hooks[0].timeout",
    ],
    [
      "a misspelt key",
      { ...command, timout: 5 },
      "warning unknown-key code:PreToolUse[0].hooks[0].timout",
    ],
  ])("C5 %s is a diagnostic", (_what, handler, line) => {
    expect(found("PreToolUse", { hooks: [handler] }).found).toEqual([line]);
  });

  it("C5, H6 a function hook on PreToolUse is a diagnostic", () => {
    expect(found("PreToolUse", { hooks: [check] }).found).toEqual([
      "warning type-not-here code:PreToolUse[0].hooks[0].type",
    ]);
  });

  it("C5 a misspelt key of a group is a diagnostic; the names of a host's tools are not", () => {
    expect(found("PreToolUse", { mather: "Bash", hooks: [callback] }).found).toEqual([
      "warning unknown-key code:PreToolUse[0].mather",
    ]);
    expect(found("PreToolUse", { matcher: "query_database", hooks: [callback] }).found).toEqual([]);
  });

  it("a hook that could never work is an error of the embedder", () => {
    expect(() => found("PreToolUse", { hooks: [{ type: "command" }] })).toThrow(
      "hooks.PreToolUse[0].hooks[0].command: is missing",
    );
    expect(() => found("PreToolUse", { matcher: /Bash/, hooks: [callback] })).toThrow(
      "the matcher must be a text",
    );
  });
});
