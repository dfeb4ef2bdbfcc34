import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createHooks } from "./engine.ts";
import type { HooksOptions } from "./hooks.ts";
import { seenBy } from "./text/seen-by.ts";
import { jsonLinesTrace } from "./trace/json-lines.ts";

function project(...commands: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), "engine-test-"));
  mkdirSync(join(folder, ".claude"));
  const hooks = commands.map((command) => ({ type: "command", command, timeout: 10 }));
  const settings = { hooks: { PreToolUse: [{ matcher: "Bash", hooks }] } };
  writeFileSync(join(folder, ".claude/settings.json"), JSON.stringify(settings));
  return folder;
}
const call = (command: string, tool_name = "Bash") => ({
  tool_name,
  tool_input: { command },
  tool_use_id: "call_1",
});

describe("createHooks", () => {
  it("without options rejects with what it needs", async () => {
    const untyped = createHooks as (options?: unknown) => Promise<unknown>;
    const text = "createHooks needs an object with options, at least cwd and sessionId";
    await expect(untyped()).rejects.toThrow(new TypeError(text));
    await expect(untyped("/p")).rejects.toThrow(new TypeError(text));
  });

  it.each([
    ["no cwd", { cwd: undefined }, "createHooks needs cwd"],
    [
      "an option that does not exist",
      { trustproject: true },
      'createHooks has no option "trustproject"; did you mean "trustProject"?',
    ],
    [
      "an event that does not exist in fires",
      { fires: ["PreTool"] },
      'fires: there is no "PreTool"',
    ],
    ["an unknown source", { settingSources: ["users"] }, 'did you mean "user"?'],
    [
      "a model that is a function",
      { model: () => "" },
      "model must be an object with a function ask",
    ],
    ["a path as trace", { trace: "hooks.jsonl" }, "trace must be a function"],
    ["settings as an object", { settings: { hooks: {} } }, "settings must be a text"],
    ["an empty session id", { sessionId: "" }, "createHooks needs sessionId"],
    ["an unknown profile", { profile: "claude" }, 'there is no profile "claude"'],
    [
      "an unknown event in code",
      { hooks: { PreToolUs: [] } },
      'there is no event "PreToolUs"; did you mean PreToolUse?',
    ],
    ["a list of hooks", { hooks: [] }, "hooks: must be an object of events, but is a list"],
    [
      "a hook that is null",
      { hooks: { Stop: [{ hooks: [null] }] } },
      "hooks.Stop[0].hooks[0]: must",
    ],
    [
      "a callback without a function",
      { hooks: { Stop: [{ hooks: [() => {}, { type: "callback" }] }] } },
      "hooks.Stop[0].hooks[1]: a callback hook needs a function as callback",
    ],
    [
      "an unknown type",
      { hooks: { Stop: [{ hooks: [{ type: "comand" }] }] } },
      'hooks.Stop[0].hooks[0]: unknown hook type "comand"',
    ],
    [
      "a matcher that is not a text",
      { hooks: { PreToolUse: [{ matcher: /Bash/, hooks: [] }] } },
      "hooks.PreToolUse[0]: the matcher must be a text",
    ],
    ["a function where groups go", { hooks: { Stop: [() => {}] } }, "hooks.Stop[0] has no list"],
    ["a group alone", { hooks: { Stop: { hooks: [] } } }, "hooks.Stop must be a list of groups"],
    [
      "a group without hooks",
      { hooks: { Stop: [{ hooks: [] }, { hook: [] }] } },
      'hooks.Stop[1] has no list "hooks"',
    ],
    [
      "T1 a text as trustProject",
      { trustProject: "false" },
      'trustProject must be true or false, but is "false"',
    ],
    ["a text as list", { credentialVariables: "KEY" }, "credentialVariables must be a list"],
  ])("%s is an error that says what is wrong", async (_what, wrong, message) => {
    const options = { cwd: project(), sessionId: "s1", ...wrong } as HooksOptions;
    await expect(createHooks(options)).rejects.toThrow(message);
  });

  it.each([
    ["without a name", { name: "" }, {}, "a tool call needs name"],
    ["without an id", { id: undefined }, {}, "a tool call needs id"],
    ["without input", { input: undefined }, {}, "the call of Bash needs input, an object"],
    [
      "with a misspelt option",
      {},
      { permissions: () => "ask" },
      'the call of Bash has no option "permissions"; did you mean "permission"?',
    ],
  ])(
    "G1 a call %s is an error, and the tool does not run",
    async (_what, wrong, options, message) => {
      const hooks = await createHooks({ cwd: project(), sessionId: "s1" });
      const request = { id: "1", name: "Bash", input: {}, ...wrong } as never;
      let ran = false;
      const execute = async () => {
        ran = true;
      };
      await expect(hooks.tool(request, execute, options as never)).rejects.toThrow(message);
      await expect(hooks.decide(request, options as never)).rejects.toThrow(message);
      await expect(
        hooks.tool({ id: "1", name: "Bash", input: {} }, undefined as never),
      ).rejects.toThrow("needs a function that runs the tool");
      expect(ran).toBe(false);
      await hooks.close();
    },
  );

  it.each([{ deny: true }, { exitCode: 2, stderr: "no" }])(
    "A3 a callback that returns only unknown keys (%j) is said",
    async (answer) => {
      const hooks = await createHooks({
        cwd: project(),
        sessionId: "s1",
        hooks: { PreToolUse: [{ hooks: [() => answer as never] }] },
      });
      const { action, messages } = await hooks.fire("PreToolUse", call("ls"));
      expect(action).toBe("proceed");
      expect(seenBy("user", messages).map(({ text }) => text)).toEqual([
        expect.stringMatching(`an answer has no keys? "${Object.keys(answer)[0]}"`),
      ]);
      await hooks.close();
    },
  );

  it("a decision that decide did not return, a scope's misspelt option and a listener that is none are errors", async () => {
    const hooks = await createHooks({ cwd: project(), sessionId: "s1" });
    for (const bad of [null, {}, { action: "go" }])
      await expect(hooks.run(bad as never, async () => "ran")).rejects.toThrow(
        "run needs a decision",
      );
    expect(() => hooks.scope({ agentid: "a1" } as never)).toThrow('did you mean "agentId"?');
    expect(() => hooks.on("x" as never)).toThrow("on needs a function");
    await hooks.close();
  });

  it("a hook of a scope that could never work is an error too", async () => {
    const hooks = await createHooks({ cwd: project(), sessionId: "s1" });
    const wrong = { Stop: [{ hooks: [{ type: "callback" }] }] } as never;
    expect(() => hooks.scope({ agentId: "a1", hooks: wrong })).toThrow(
      "hooks.Stop[0].hooks[0]: a callback hook needs a function",
    );
    await hooks.close();
  });

  it("H6, H8 a callback that throws refuses nothing, whatever its onFailure; a command in code does", async () => {
    const throws = {
      type: "callback",
      onFailure: "block",
      callback: () => Promise.reject("broken"),
    };
    const open = (hook: unknown) =>
      createHooks({
        cwd: project(),
        sessionId: "s1",
        hooks: { PreToolUse: [{ hooks: [hook] }] } as never,
      });
    const hooks = await open(throws);
    expect(hooks.config.snapshot().diagnostics.map(({ code }) => code)).toEqual([
      "on-failure-ignored",
    ]);
    const outcome = await hooks.fire("PreToolUse", call("ls"));
    expect(outcome.action).toBe("proceed");
    expect(seenBy("user", outcome.messages).map(({ text }) => text)).toEqual([
      expect.stringContaining("broken"),
    ]);
    await hooks.close();
    const guard = await open({ type: "command", command: "exit 1", onFailure: "block" });
    expect(await guard.fire("PreToolUse", call("ls"))).toMatchObject({ action: "refuse" });
    await guard.close();
  });

  it("E3 an event without the field that matchers test is an error, not a guard that never runs", async () => {
    const hooks = await createHooks({ cwd: project(), sessionId: "s1" });
    const input = { toolName: "Bash", tool_input: {}, tool_use_id: "1" } as never;
    await expect(hooks.fire("PreToolUse", input)).rejects.toThrow("without tool_name");
    await hooks.close();
  });

  it("E20 an event that does not exist is an error that names the nearest one", async () => {
    const hooks = await createHooks({ cwd: project(), sessionId: "s1" });
    const misspelt = "PreToolUsed" as "Stop";
    await expect(hooks.fire(misspelt, { stop_hook_active: false })).rejects.toThrow(
      'there is no event "PreToolUsed"; did you mean PreToolUse?',
    );
    await hooks.close();
  });

  it("E3 a command hook of the project refuses a tool call, another has no opinion", async () => {
    const cwd = project("cat > told.json; exit 0", "echo never >&2; exit 2");
    const hooks = await createHooks({ cwd, sessionId: "s1", trustProject: true });
    expect(await hooks.fire("PreToolUse", call("rm -rf /"))).toMatchObject({
      action: "refuse",
      reasons: ["[echo never >&2; exit 2]: never"],
    });
    expect(JSON.parse(readFileSync(join(cwd, "told.json"), "utf8"))).toEqual({
      session_id: "s1",
      cwd,
      hook_event_name: "PreToolUse",
      ...call("rm -rf /"),
    });
  });

  it("T1 no hook of a project runs untrusted, and explain says how to trust it", async () => {
    const cwd = project("touch ran");
    const hooks = await createHooks({ cwd, sessionId: "s1" });
    expect(await hooks.fire("PreToolUse", call("ls"))).toMatchObject({
      action: "proceed",
      permission: "undecided",
    });
    expect(() => readFileSync(join(cwd, "ran"))).toThrow("ENOENT");
    const { hooks: explained } = await hooks.explain("PreToolUse", call("ls"));
    expect(explained).toMatchObject([
      { state: "untrusted", because: expect.stringContaining("trust ") },
    ]);
  });

  it("P15 every hook has a reason, and the dispatch agrees with explain", async () => {
    const hooks = await createHooks({
      cwd: project("exit 2"),
      sessionId: "s1",
      trustProject: true,
    });
    const other = await hooks.explain("PreToolUse", call("ls", "NotebookEdit"));
    expect(other.hooks).toMatchObject([
      { state: "matcher", because: expect.stringContaining('tool_name "NotebookEdit"') },
    ]);
    expect(await hooks.fire("PreToolUse", call("ls", "NotebookEdit"))).toMatchObject({
      action: "proceed",
    });
    const same = await hooks.explain("PreToolUse", call("ls"));
    expect(same.hooks).toMatchObject([{ state: "would-run", limitMs: 10_000 }]);
  });

  it("P15 a trace record has what ran, what was held and the outcome", async () => {
    const cwd = project("exit 2");
    const trace = jsonLinesTrace(join(cwd, "logs/trace.jsonl"));
    for (const trustProject of [true, false]) {
      const hooks = await createHooks({ cwd, sessionId: "s1", trustProject, trace });
      await hooks.fire("PreToolUse", call("ls"));
      await hooks.close();
    }
    const lines = readFileSync(join(cwd, "logs/trace.jsonl"), "utf8").trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      {
        event: "PreToolUse",
        ran: [{ decision: "deny", end: { code: 2 } }],
        outcome: { action: "refuse" },
      },
      { ran: [], held: [{ because: expect.stringContaining("not trusted") }] },
    ]);
  });

  it("P15 a trace that fails does not break the dispatch", async () => {
    const trace = {
      record() {
        throw new Error("disk full");
      },
    };
    const warned = new Promise<Error>((resolve) => process.once("warning", resolve));
    const hooks = await createHooks({ cwd: project(), sessionId: "s1", trace });
    expect(await hooks.fire("PreToolUse", call("ls"))).toMatchObject({ action: "proceed" });
    expect((await warned).message).toContain("disk full");
  });

  it("C5 a settings file that is not JSON is reported and nothing runs", async () => {
    const cwd = project();
    writeFileSync(join(cwd, ".claude/settings.json"), "{");
    const { files, diagnostics } = (await createHooks({ cwd, sessionId: "s1" })).config.snapshot();
    expect(files.find(({ scope }) => scope === "project")).toMatchObject({ state: "invalid" });
    expect(diagnostics).toHaveLength(1);
  });
});
