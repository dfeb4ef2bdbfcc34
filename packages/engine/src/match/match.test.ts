import { setImmediate as pause } from "node:timers/promises";
import { type EventName, events } from "@snaphook/protocol";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseRule } from "../rules/rule.ts";
import type { HookEvent } from "../stages/hook-event.ts";
import type { ConfiguredHook, Snapshot } from "../stages/snapshot.ts";
import { configuredHook } from "../testing/hook-run.ts";
import { compileIndex } from "./event-index.ts";
import { explainMatch, match } from "./match.ts";

const context = {
  projectDirectory: "/project",
  home: "/home",
  activeSkills: new Set(["review"]),
  activeCommands: new Set<string>(),
};
const snapshot = (hooks: readonly ConfiguredHook[]): Snapshot => ({
  hooks,
  index: compileIndex(hooks),
  skipped: [],
  settings: [],
  files: [],
  plugins: [],
  diagnostics: [],
});
const event = (name: EventName, input: Record<string, unknown> = {}): HookEvent => ({
  name,
  definition: events[name],
  input: { cwd: "/project", ...input },
});
const tool = (tool_name: string, command = "ls") =>
  event("PreToolUse", { tool_name, tool_input: { command } });
const matched = (hook: ConfiguredHook, fired: HookEvent) =>
  match(snapshot([hook]), fired, context).length === 1;

describe("match", () => {
  it.each([
    ["Task", "Agent"],
    ["Agent", "Task"],
    ["^Task$", "Agent"],
  ])("M5 matcher %s matches the tool %s under both names", (matcher, name) => {
    expect(matched(configuredHook({ matcher }), tool(name))).toBe(true);
  });

  it("M4 explain reports an invalid expression", () => {
    expect(explainMatch(configuredHook({ matcher: "(" }), tool("Bash"), context)).toEqual({
      reason: "matcher",
      because: '"(" is not a valid regular expression, so it matches no tool_name',
    });
  });

  it("M6 a matcher on an event without one is ignored", () => {
    expect(matched(configuredHook({ event: "Stop", matcher: "Bash" }), event("Stop"))).toBe(true);
  });

  it("a FileChanged matcher is tested against the file's name", () => {
    const hook = configuredHook({ event: "FileChanged", matcher: "env" });
    expect(matched(hook, event("FileChanged", { file_path: "/project/env" }))).toBe(true);
    expect(matched(hook, event("FileChanged", { file_path: "/project/env/x" }))).toBe(false);
  });

  it("M8 an if narrows a matcher, and explain names the command", () => {
    const rule = parseRule("Bash(git *)");
    if (!rule.ok) throw new Error(rule.message);
    const hook = configuredHook({
      condition: rule.rule,
      handler: { type: "command", command: "x", if: "Bash(git *)" },
    });
    expect(matched(hook, tool("Bash", "git status"))).toBe(true);
    expect(matched(hook, tool("Bash", "ls"))).toBe(false);
    expect(explainMatch(hook, tool("Bash", "ls"), context)).toMatchObject({
      reason: "if-false",
      because: `if "Bash(git *)": command "ls" does not match Bash(git *)`,
    });
  });

  it("C3 front-matter hooks apply inside their agent, or while their skill is in use", () => {
    const owned = (scope: "agent" | "skill", owner: string) =>
      configuredHook({ origin: { scope, root: "/project", needsTrust: true, owner } });
    const inside = event("PreToolUse", {
      tool_name: "Bash",
      tool_input: {},
      agent_type: "explorer",
    });
    expect(matched(owned("agent", "explorer"), inside)).toBe(true);
    expect(matched(owned("agent", "explorer"), tool("Bash"))).toBe(false);
    expect(matched(owned("skill", "review"), tool("Bash"))).toBe(true);
    expect(matched(owned("skill", "deploy"), tool("Bash"))).toBe(false);
    expect(explainMatch(owned("skill", "deploy"), tool("Bash"), context).reason).toBe(
      "owner-not-active",
    );
  });

  it("M2 explain names the nearest name of a list that does not match", () => {
    const hook = configuredHook({ matcher: "bash|Edit" });
    expect(explainMatch(hook, tool("Bash"), context)).toEqual({
      reason: "matcher",
      because:
        'exact names "bash|Edit" does not match tool_name "Bash"; "bash" is close, but names must match exactly',
    });
  });

  it("M4 an expression that takes too long is treated as a match", () => {
    const hook = configuredHook({ matcher: "^(a+)+$" });
    expect(matched(hook, tool(`${"a".repeat(60)}!`))).toBe(true);
    expect(explainMatch(hook, tool(`${"a".repeat(60)}!`), context).because).toContain(
      "took too long",
    );
  });

  const patterns = fc.oneof(
    fc.constantFrom("Bash", "Edit|Write", "Edit.*", "*", "(", "mcp__.*", "", "Task", "(a|a)*b"),
    fc.string({ maxLength: 12 }),
  );
  const values = fc.oneof(
    fc.constantFrom("Bash", "NotebookEdit", "Agent", "mcp__a__b"),
    fc.string({ maxLength: 40 }),
  );
  const names = fc.constantFrom<EventName[]>("PreToolUse", "Stop", "SessionStart");

  it("M1-M6 never throws, and what the hot path matches is what explain says matches", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(patterns, names), { maxLength: 6 }),
        values,
        names,
        (configured, value, name) => {
          const hooks = configured.map(([matcher, event], index) =>
            configuredHook({ id: String(index), matcher, event }),
          );
          const fired = event(name, { tool_name: value, source: value, tool_input: {} });
          const found = match(snapshot(hooks), fired, context).map(({ hook }) => hook.id);
          const explained = hooks
            .filter((hook) => explainMatch(hook, fired, context).reason === "matches")
            .map((hook) => hook.id);
          expect(found).toEqual(explained);
        },
      ),
    );
  });

  it("M2, M3 agree with a straightforward model", async () => {
    const model = (pattern: string, value: string): boolean => {
      if (pattern === "" || pattern === "*") return true;
      if (/^[A-Za-z0-9_\- |,]*$/.test(pattern))
        return pattern
          .split(/[|,]/)
          .map((name) => name.trim())
          .filter((name) => name !== "")
          .includes(value);
      try {
        return new RegExp(pattern).test(value);
      } catch {
        return false;
      }
    };
    const simple = fc.stringMatching(/^[A-Za-z|, .*()[\]^$+-]{0,10}$/);
    await fc.assert(
      fc.asyncProperty(simple, fc.stringMatching(/^[A-Za-z]{0,6}$/), async (pattern, value) => {
        // All expressions that are tested without a pause share one time limit.
        await pause();
        const hook = configuredHook({ event: "SessionStart", matcher: pattern });
        expect(matched(hook, event("SessionStart", { source: value }))).toBe(model(pattern, value));
      }),
      { numRuns: 500 },
    );
  });
});
