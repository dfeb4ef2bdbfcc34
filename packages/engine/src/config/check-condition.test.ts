import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openHooks } from "../testing/open-hooks.ts";

const hookWith = (matcher: string | undefined, condition: string) => ({
  PreToolUse: [
    {
      ...(matcher === undefined ? {} : { matcher }),
      hooks: [{ type: "command" as const, command: "exit 2", if: condition }],
    },
  ],
});

async function loaded(matcher: string | undefined, condition: string) {
  const { hooks } = await openHooks({ user: { hooks: hookWith(matcher, condition) } });
  const { diagnostics } = hooks.config.snapshot();
  const { entries } = await hooks.config.inactive();
  return { codes: diagnostics.map(({ code }) => code), diagnostics, entries };
}

describe("M8 an if that no call with its matcher can satisfy", () => {
  it("M8 is reported, and the hook is listed as one that has no effect", async () => {
    const { diagnostics, entries } = await loaded("Write", "Bash(rm *)");
    expect(diagnostics).toMatchObject([
      {
        code: "if-never-matches",
        level: "error",
        place: { path: "hooks.PreToolUse[0].hooks[0].if" },
        message:
          'if "Bash(rm *)" is for Bash, which the matcher "Write" does not match; this hook never runs',
        advice: 'write "matcher": "Bash", or an if for a tool that the matcher matches',
      },
    ]);
    expect(entries).toMatchObject([
      { kind: "invalid", because: expect.stringContaining("this hook never runs") },
    ]);
  });

  it("M8 is reported for hooks in code too", async () => {
    const { hooks } = await openHooks({ hooks: hookWith("Edit|Write", "Read(src/**)") });
    expect(hooks.config.snapshot().diagnostics).toMatchObject([{ code: "if-never-matches" }]);
  });

  it.each([
    ["mcp__db__query", "mcp__files", '"mcp__files__.*"'],
    ["mcp__db__query", "mcp__files__*", '"mcp__files__.*"'],
    ["^Write$", "Bash", '"Bash"'],
  ])("M8 matcher %s with if %s: write %s", async (matcher, condition, advice) => {
    const { diagnostics } = await loaded(matcher, condition);
    expect(diagnostics.find(({ code }) => code === "if-never-matches")?.advice).toContain(advice);
  });

  it.each([
    ["Write|Bash", "Bash(rm *)"],
    ["Task", "Agent(Explore)"],
    ["Agent", "Task"],
    ["mcp__db__.*", "mcp__db"],
    ["mcp__db__query", "mcp__db"],
    ["mcp__.*", "mcp__files__read"],
    [".*", "Bash"],
    ["*", "Edit(src/**)"],
    [undefined, "Edit(src/**)"],
  ])("M8 matcher %s with if %s is fine", async (matcher, condition) => {
    const { codes, entries } = await loaded(matcher, condition);
    expect({ codes, entries }).toEqual({ codes: [], entries: [] });
  });

  it("M8 an if for an unknown tool is reported", async () => {
    const { diagnostics } = await loaded(undefined, "Bsh");
    expect(diagnostics).toMatchObject([{ code: "unknown-tool", advice: 'did you mean "Bash"?' }]);
  });

  it("M8 a hook whose matcher has the tool of its if is never called impossible", async () => {
    const tools = ["Bash", "Write", "Edit", "Read", "Task", "mcp__db__query"];
    await fc.assert(
      fc.asyncProperty(
        fc.subarray(tools, { minLength: 1 }),
        fc.nat(),
        fc.boolean(),
        async (names, chosen, isExpression) => {
          const tool = names[chosen % names.length] ?? "";
          const matcher = isExpression ? `^(${names.join("|")})$` : names.join("|");
          expect((await loaded(matcher, tool)).codes).not.toContain("if-never-matches");
        },
      ),
      { numRuns: 20 },
    );
  });
});
