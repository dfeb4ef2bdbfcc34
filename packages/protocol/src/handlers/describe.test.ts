import { describe, expect, it } from "vitest";
import { events } from "../events/table.ts";
import { profiles } from "../profiles/table.ts";
import {
  asksModel,
  backgroundOf,
  canRunOn,
  definitionOf,
  identityOf,
  inForeground,
  isAlike,
  labelOf,
  onFailureCounts,
  ownLimitMs,
  programOf,
  typeLimitMs,
  wantsPrewarm,
} from "./describe.ts";
import type { AnyHandler } from "./table.ts";

const guard = () => {};
const command: AnyHandler = { type: "command", command: "guard.sh", args: ["-x"] };
const http: AnyHandler = { type: "http", url: "http://localhost/" };
const prompt: AnyHandler = { type: "prompt", prompt: "Fine?" };
const agent: AnyHandler = { type: "agent", prompt: "Tested?" };
const mcpTool: AnyHandler = { type: "mcp_tool", server: "s", tool: "t" };
const callback: AnyHandler = { type: "callback", callback: guard };
const check: AnyHandler = { type: "function", callback: guard, errorMessage: "no" };
const codeAgent: AnyHandler = { type: "agent", prompt: async () => "Tested?", label: "tests" };

describe("every type", () => {
  it.each([
    ["me:secret@localhost/a?token=secret&x=1#part", "localhost/a?token=…&x=…#part"],
    ["a@b@localhost?key", "localhost?key"],
    ["localhost/a@b", "localhost/a@b"],
  ])("T3 the label of an http hook shows no secret of its address: %s", (address, shown) => {
    expect(labelOf({ type: "http", url: `http://${address}` })).toBe(`http://${shown}`);
  });

  it("the label of a hook whose text begins with an empty line is not empty", () => {
    expect(labelOf({ type: "command", command: "\n  guard.sh\n" })).toBe("guard.sh");
    expect(labelOf({ type: "prompt", prompt: "\nFine?" })).toBe("Fine?");
  });

  it.each<[AnyHandler, string, string, string]>([
    [command, "guard.sh -x", "process", "output"],
    [http, "http://localhost/", "http", "response"],
    [prompt, "Fine?", "model", "prompt"],
    [agent, "Tested?", "agent", "agent"],
    [mcpTool, "mcp__s__t", "mcp", "output"],
    [callback, "guard", "callback", "returned"],
    [check, "guard", "check", "check"],
    [codeAgent, "tests", "agent", "agent"],
  ])("%j is called %s, runs by %s, and its answer is read as %s", (handler, label, by, as) => {
    const { run, answer } = definitionOf(handler);
    expect([labelOf(handler), run.by, answer.as]).toEqual([label, by, as]);
  });

  it.each<[AnyHandler, number, number]>([
    [command, 2000, 600_000],
    [http, 2000, 600_000],
    [prompt, 2000, 30_000],
    [agent, 2000, 60_000],
    [mcpTool, 2000, 600_000],
    [callback, 2, 60_000],
    [check, 2, 60_000],
    [codeAgent, 2000, 60_000],
  ])("H1 a timeout of 2 on %j is %d ms; without one it has %d", (handler, own, ofType) => {
    expect(ownLimitMs({ ...handler, timeout: 2 })).toBe(own);
    expect(ownLimitMs(handler)).toBeUndefined();
    expect(typeLimitMs(handler)).toBe(ofType);
  });

  it.each<[AnyHandler, boolean, readonly string[]]>([
    [command, false, ["SessionStart", "PreToolUse", "Stop"]],
    [http, false, ["SessionStart", "PreToolUse", "Stop"]],
    [prompt, true, ["PreToolUse", "Stop"]],
    [agent, true, ["PreToolUse", "Stop"]],
    [mcpTool, false, ["SessionStart", "PreToolUse", "Stop"]],
    [callback, false, ["SessionStart", "PreToolUse", "Stop"]],
    [check, false, ["Stop"]],
    [codeAgent, true, ["PreToolUse", "Stop"]],
  ])("H6, H9 %j: asks a model: %s; runs on %j", (handler, asks, runsOn) => {
    expect(asksModel(handler)).toBe(asks);
    const tried = ["SessionStart", "PreToolUse", "Stop"] as const;
    expect(tried.filter((name) => canRunOn(handler, events[name]))).toEqual(runsOn);
  });

  it.each<[AnyHandler, boolean, boolean]>([
    [command, true, true],
    [http, true, true],
    [prompt, true, false],
    [agent, true, false],
    [mcpTool, true, false],
    [callback, false, false],
    [check, false, false],
    [codeAgent, true, false],
  ])("H8 onFailure works on %j: reference %s, claude-code %s", (handler, ours, recorded) => {
    expect(onFailureCounts(handler, profiles.reference)).toBe(ours);
    expect(onFailureCounts(handler, profiles["claude-code"])).toBe(recorded);
  });
});

describe("background and prewarm", () => {
  const background = (fields: object) => backgroundOf({ ...command, ...fields });

  it("P12 are read from the fields that the type names", () => {
    expect(background({})).toBe("no");
    expect(background({ async: true })).toBe("yes");
    expect(background({ asyncRewake: true, async: true })).toBe("wakes");
    expect(backgroundOf({ ...prompt, async: true })).toBe("no");
    const asked = { ...command, async: true };
    expect(inForeground(asked)).toEqual({ ...asked, async: false, asyncRewake: false });
    expect(inForeground(command)).toBe(command);
    expect(inForeground(prompt)).toBe(prompt);
  });

  it("P17 only a process can be prewarmed", () => {
    expect(wantsPrewarm({ ...command, prewarm: true })).toBe(true);
    expect(wantsPrewarm(command)).toBe(false);
    expect(wantsPrewarm({ ...http, prewarm: true })).toBe(false);
  });
});

describe("identity", () => {
  it("P4 settings are identical if their fields are, code only if it is the same function", () => {
    expect(identityOf(command)).toEqual(identityOf({ ...command, statusMessage: "…" }));
    expect(identityOf(callback)).toEqual(identityOf({ ...callback }));
    expect(identityOf(callback)).not.toEqual(identityOf({ ...callback, callback: () => {} }));
  });

  it("T1 handlers are alike by type and required texts", () => {
    expect(isAlike(command, { ...command, args: [] })).toBe(true);
    expect(isAlike(mcpTool, { ...mcpTool, tool: "other" })).toBe(false);
    expect(isAlike(prompt, agent)).toBe(false);
    expect(isAlike({ type: "settings" }, { type: "settings" })).toBe(false);
  });
});

describe("what is no handler", () => {
  it.each([{ type: "future", url: "x" }, { type: "command" }, { type: "command", command: 1 }])(
    "%j is called by its type and starts no program",
    (stored) => {
      expect(labelOf(stored)).toBe(stored.type);
      expect(programOf(stored)).toBeUndefined();
    },
  );

  it("a wrong type in code throws an error that says what is wrong", () => {
    const wrong = (handler: object) => () => definitionOf(handler as AnyHandler);
    expect(wrong({ type: "comand" })).toThrow('unknown hook type "comand"');
    expect(wrong({ type: "callback" })).toThrow("a callback hook needs a function as callback");
    expect(wrong({ type: "toString" })).toThrow("unknown hook type");
  });

  it("T1 the program of a handler", () => {
    expect(programOf(command)).toEqual({ command: "guard.sh", args: ["-x"], shell: undefined });
    expect([http, prompt, agent, mcpTool, callback].map(programOf)).toEqual(
      Array(5).fill(undefined),
    );
  });
});
