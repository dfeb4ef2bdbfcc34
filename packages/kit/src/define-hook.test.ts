import { describe, expect, expectTypeOf, it } from "vitest";
import { defineHook } from "./define-hook.ts";
import { events } from "./event-facts.ts";
import type { EventName } from "./inputs.ts";
import type { Reply } from "./outputs.ts";
import { sampleInput } from "./sample-input.ts";
import { testHook } from "./test-hook.ts";

const bash = (command: string) => sampleInput("PreToolUse", { tool: "Bash", input: { command } });

describe("types of a callback", () => {
  it("E24 knows the input of its tool, and its answer", () => {
    defineHook("PreToolUse", { tool: "Bash" }, ({ input, rewrite }) => {
      expectTypeOf(input.tool_name).toEqualTypeOf<"Bash">();
      expectTypeOf(input.tool_input.command).toEqualTypeOf<string>();
      // @ts-expect-error: a rewritten input is a whole one
      rewrite({ timeout: 1 });
      return rewrite({ ...input.tool_input, command: "ls" });
    });
    defineHook("PostToolUse", { tool: "Bash" }, ({ input }) => {
      expectTypeOf(input.tool_response.stdout).toEqualTypeOf<string>();
      return undefined;
    });
  });

  it("E24 is a union for several tools, and any object for an unknown tool", () => {
    defineHook("PreToolUse", { tool: ["Write", "Read"] }, ({ input, pass }) => {
      if (input.tool_name === "Write") expectTypeOf(input.tool_input.content).toBeString();
      // @ts-expect-error: Read has no content
      if (input.tool_name === "Read") input.tool_input.content;
      return pass();
    });
    defineHook("PreToolUse", { tool: /^mcp__/ }, ({ input, pass }) => {
      expectTypeOf(input.tool_input).toEqualTypeOf<Readonly<Record<string, unknown>>>();
      return pass();
    });
    defineHook("PreToolUse", { tool: "Task" }, ({ input, pass }) => {
      expectTypeOf(input.tool_name).toEqualTypeOf<"Agent" | "Task">();
      expectTypeOf(input.tool_input.prompt).toBeString();
      return pass();
    });
  });

  it("has the replies of its event and no others", () => {
    // @ts-expect-error: nothing is denied after the fact
    defineHook("PostToolUse", ({ deny }) => deny("no"));
    // @ts-expect-error: a prompt has no tool
    const withTool = () => defineHook("UserPromptSubmit", { tool: "Bash" }, ({ pass }) => pass());
    expect(withTool).toThrow('UserPromptSubmit is not about a tool: remove "tool"');
    const elsewhere: Reply<"Stop"> = { event: "Stop" };
    // @ts-expect-error: a reply to another event
    defineHook("PreToolUse", () => elsewhere);
  });
});

describe("defineHook", () => {
  const guard = defineHook("PreToolUse", { tool: "Bash" }, async ({ input, deny, pass }) =>
    input.tool_input.command.startsWith("rm") ? deny("remove files one by one") : pass(),
  );

  it("decides or has no opinion", async () => {
    expect(await testHook(guard, bash("rm -rf /"))).toEqual({
      exitCode: 0,
      reply: {
        hookSpecificOutput: {
          hookEventName: "PreToolUse",
          permissionDecision: "deny",
          permissionDecisionReason: "remove files one by one",
        },
      },
      stderr: "",
      decision: "deny",
      reason: "remove files one by one",
      context: undefined,
      variables: {},
    });
    expect(await testHook(guard, bash("ls"))).toMatchObject({ decision: "none", reply: undefined });
  });

  it.each([
    ["Bash", "Write", false],
    [["Edit", "Write"], "Write", true],
    [/^mcp__/g, "mcp__git__push", true],
    ["Task", "Agent", true],
    ["Agent", "Task", true],
    ["Edit", "NotebookEdit", false],
  ] as const)("M2, M5 a hook for %s is asked about %s: %s", async (tool, called, asked) => {
    const hook = defineHook("PreToolUse", { tool }, ({ deny }) => deny("asked"));
    for (const _ of [1, 2]) {
      const { decision } = await testHook(hook, sampleInput("PreToolUse", { tool: called }));
      expect(decision).toBe(asked ? "deny" : "none");
    }
  });

  it("A3 several replies become one answer", async () => {
    const hook = defineHook("PreToolUse", ({ allow, context, warn }) => [
      allow("fine"),
      context("one"),
      context("two"),
      warn("slow"),
    ]);
    expect(await testHook(hook, bash("ls"))).toMatchObject({
      decision: "allow",
      context: "one\ntwo",
      reply: { systemMessage: "slow" },
    });
  });

  it("F1 replies that contradict each other are a failure, and so a refusal", async () => {
    const hook = defineHook("PreToolUse", ({ allow, deny }) => [allow("yes"), deny("no")]);
    expect(await testHook(hook, bash("ls"))).toMatchObject({
      exitCode: 2,
      decision: "deny",
      stderr: expect.stringContaining(
        'permissionDecision is "allow" in one and "deny" in the other',
      ),
    });
  });

  it.each([
    ["an object of its own", () => ({ permissionDecision: "deny" })],
    ["a word", () => "deny"],
    ["a rewrite to no object", ({ rewrite }: { rewrite(to: string): unknown }) => rewrite("ls")],
    [
      "what cannot be printed",
      ({ rewrite }: { rewrite(to: object): unknown }) => rewrite({ n: 1n }),
    ],
  ])("refuses with %s for an answer, and says so", async (_what, callback) => {
    const hook = defineHook("PreToolUse", callback as never);
    const { exitCode, stderr } = await testHook(hook, bash("ls"));
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/^PreToolUse hook failed: .+/);
  });

  it("A4 a reason that is not a string does not lose the refusal", async () => {
    const hook = defineHook("PreToolUse", ({ deny }) => deny(404 as unknown as string));
    expect(await testHook(hook, bash("ls"))).toMatchObject({ decision: "deny", reason: "404" });
  });

  it("H8 an error refuses if the event can be refused, unless onError says otherwise", async () => {
    const boom = () => {
      throw new Error("no database");
    };
    const message = /hook failed: no database\n\s+at .*define-hook\.test\.ts/;
    const exits = await Promise.all([
      testHook(defineHook("PreToolUse", boom), bash("ls")),
      testHook(defineHook("PreToolUse", { onError: "allow" }, boom), bash("ls")),
      testHook(defineHook("PostToolUse", boom), sampleInput("PostToolUse")),
      testHook(defineHook("PostToolUse", { onError: "refuse" }, boom), sampleInput("PostToolUse")),
    ]);
    expect(exits.map(({ exitCode }) => exitCode)).toEqual([2, 1, 1, 2]);
    for (const { stderr } of exits) expect(stderr).toMatch(message);
  });

  it("section 12: an error on PermissionRequest also refuses in JSON, because some hosts ignore exit code 2", async () => {
    const hook = defineHook("PermissionRequest", () => Promise.reject(new Error("boom")));
    expect(await testHook(hook, sampleInput("PermissionRequest"))).toMatchObject({
      exitCode: 2,
      reply: { hookSpecificOutput: { decision: { behavior: "deny" } } },
    });
  });

  it.each([
    ["", 2, "hook failed: No input"],
    ['{"hook_event_name": "PreToolUse", "tool_na', 2, "hook failed: The input is not JSON"],
    ["[]", 2, "not an object"],
    ["{}", 2, "no hook_event_name"],
    ['{"hook_event_name": null}', 2, "hook_event_name is null, which is not an event"],
    ['{"hook_event_name": "toString"}', 2, 'hook_event_name is "toString", which is not an event'],
    ['{"hook_event_name": "Stop"}', 1, "for PreToolUse, but the input is for Stop"],
    ['{"hook_event_name": "PreToolUse"}', 2, "no tool_name"],
    ['{"hook_event_name": "PreToolUse", "tool_name": "Bash"}', 2, "tool_input is missing"],
    [
      '{"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": []}',
      2,
      "tool_input is missing or not an object",
    ],
  ])(
    "H8 with input %j exits with %i, says why and how to try the hook by hand",
    async (text, code, problem) => {
      const { exitCode, stdout, stderr } = await guard.answer(text, {
        script: "my hooks/guard.ts",
      });
      expect({ exitCode, stdout }).toEqual({ exitCode: code, stdout: "" });
      expect(stderr).toContain(problem);
      expect(stderr).not.toMatch(/^\s+at /m);
      const [, sample] = /echo '(.+)' \| node "my hooks\/guard\.ts"/.exec(stderr) ?? [];
      expect(await guard.answer(`\uFEFF${sample}\n`)).toEqual({
        exitCode: 0,
        stdout: "",
        stderr: "",
      });
      const strict = defineHook("PreToolUse", { onError: "refuse" }, () => undefined);
      expect((await strict.answer(text)).exitCode).toBe(2);
      const lenient = defineHook("PreToolUse", { onError: "allow" }, () => undefined);
      expect((await lenient.answer(text)).exitCode).toBe(1);
    },
  );

  it.each(Object.keys(events) as EventName[])(
    "H8 %s: an unreadable input is treated like an error",
    async (event) => {
      const expected = events[event].refusable ? 2 : 1;
      for (const text of ["", "{", "{}"]) {
        const { exitCode, stderr } = await defineHook(event, () => undefined).answer(text);
        expect([text, exitCode]).toEqual([text, expected]);
        expect(stderr).toContain("To try it by hand:");
      }
    },
  );

  it("section 12: a missing input on PermissionRequest also refuses in JSON", async () => {
    const { exitCode, stdout } = await defineHook("PermissionRequest", () => undefined).answer("");
    expect(exitCode).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({
      hookSpecificOutput: { decision: { behavior: "deny" } },
    });
  });

  it("P8 returns the variables it would set, and rejects invalid names", async () => {
    const hook = defineHook("SessionStart", ({ exportVariable }) => exportVariable("CI", "it's"));
    expect((await testHook(hook, sampleInput("SessionStart"))).variables).toEqual({ CI: "it's" });
    const bad = defineHook("SessionStart", ({ exportVariable }) => exportVariable("A B", "1"));
    expect(await testHook(bad, sampleInput("SessionStart"))).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('"A B" is not a valid variable name'),
    });
  });

  it("lists the events if the name is unknown", () => {
    expect(() => defineHook("PreTool" as "PreToolUse", () => undefined)).toThrow(
      /^unknown event "PreTool"; known: .*PreToolUse/,
    );
  });
});

describe("sampleInput", () => {
  it("fills in missing fields", () => {
    expect(sampleInput("PostToolUse", { tool: "Write", input: { content: "x" } })).toMatchObject({
      hook_event_name: "PostToolUse",
      tool_name: "Write",
      tool_input: { file_path: "/project/notes.txt", content: "x" },
      tool_response: { filePath: "/project/notes.txt" },
    });
    expect(sampleInput("UserPromptSubmit", { prompt: "hi", cwd: "/here" })).toMatchObject({
      prompt: "hi",
      cwd: "/here",
    });
    expect(
      sampleInput("PreToolUse", { tool: "mcp__git__push", input: { force: true } }),
    ).toMatchObject({
      tool_name: "mcp__git__push",
      tool_input: { force: true },
    });
  });
});
