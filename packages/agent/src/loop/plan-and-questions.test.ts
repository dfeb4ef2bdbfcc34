import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { PermissionQuestion, PermissionReply } from "./agent-options.ts";
import { type Play, play, specific, userTexts } from "./testing/play.ts";
import { testQuestions } from "./testing/section-12.ts";

const exit = { tool: "ExitPlanMode", input: { plan: "First tests, then code." } };
const write = { tool: "Write", input: { file_path: "made.txt", content: "made" } };
const question = {
  question: "Which database?",
  header: "Database",
  options: [
    { label: "SQLite", description: "one file" },
    { label: "Postgres", description: "a server" },
  ],
  multiSelect: false,
};
const askUser = { tool: "AskUserQuestion", input: { questions: [question] } };
const answers = { "Which database?": "SQLite" };

/** A session with a host that answers; what it was asked is recorded. */
async function playWith(reply: PermissionReply, options: Play = {}) {
  const asked: PermissionQuestion[] = [];
  const played = await play({
    permissionMode: "default",
    ask: async (one) => {
      asked.push(one);
      return reply;
    },
    ...options,
  });
  const calls = (event: string) =>
    played.hookInputs.filter(({ hook_event_name }) => hook_event_name === event);
  return { ...played, asked, calls, read: played.newTexts.flat().join("\n") };
}

describe("G1 plan mode tools", () => {
  it("the host's yes to ExitPlanMode ends plan mode; the mode is the one from before", async () => {
    const { asked, calls, read, cwd } = await playWith(
      { behavior: "allow" },
      {
        permissionMode: "acceptEdits",
        script: [[{ tool: "EnterPlanMode", input: {} }], [exit], [write], ["done"]],
      },
    );
    expect(asked.map(({ call }) => [call.name, call.input])).toEqual([
      ["ExitPlanMode", exit.input],
    ]);
    expect(asked[0]?.suggestions).toEqual([
      { type: "setMode", mode: "acceptEdits", destination: "session" },
    ]);
    expect(
      calls("PreToolUse").map(({ tool_name, permission_mode }) => [tool_name, permission_mode]),
    ).toEqual([
      ["EnterPlanMode", "acceptEdits"],
      ["ExitPlanMode", "plan"],
      ["Write", "acceptEdits"],
    ]);
    expect(calls("PermissionRequest")).toMatchObject([{ tool_name: "ExitPlanMode" }]);
    expect(calls("PostToolUse")[1]).toMatchObject({
      permission_mode: "acceptEdits",
      tool_response: { plan: "First tests, then code." },
    });
    expect(read).toContain("First tests, then code.");
    expect(readFileSync(join(cwd, "made.txt"), "utf8")).toBe("made");
  });

  it.each([
    ["claude-code", {}],
    ["reference", undefined],
  ] as const)(
    "V11 under %s the event of the call says what hooks get of it",
    async (profile, forHooks) => {
      const { events } = await playWith(
        { behavior: "allow" },
        { profile, permissionMode: "plan", script: [[exit], ["done"]] },
      );
      const started = events.find(({ type }) => type === "tool-started");
      expect(started).toMatchObject({ name: "ExitPlanMode", input: exit.input });
      expect(started && "inputForHooks" in started ? started.inputForHooks : undefined).toEqual(
        forHooks,
      );
    },
  );

  it("ExitPlanMode takes allowedPrompts, which allow nothing, and the model reads that", async () => {
    const allowedPrompts = [{ tool: "Bash", prompt: "make files" }];
    const { asked, read, cwd } = await playWith(
      { behavior: "allow" },
      {
        permissionMode: "plan",
        script: [
          [{ ...exit, input: { ...exit.input, allowedPrompts } }],
          [{ tool: "Bash", input: { command: "touch made.txt" } }],
          ["done"],
        ],
      },
    );
    expect(read).toContain("allowedPrompts has no effect");
    expect(asked.map(({ call }) => call.name)).toEqual(["ExitPlanMode", "Bash"]);
    expect(existsSync(join(cwd, "made.txt"))).toBe(true);
  });

  it("the host's no keeps plan mode on, and changes stay refused", async () => {
    const { calls, read, result } = await playWith(
      { behavior: "deny", message: "too vague" },
      { permissionMode: "plan", script: [[exit], [write], ["done"]] },
    );
    expect(read).toContain("too vague");
    expect(calls("Stop")[0]).toMatchObject({ permission_mode: "plan" });
    expect(result.permissionDenials.map(({ tool_name }) => tool_name)).toEqual([
      "ExitPlanMode",
      "Write",
    ]);
  });

  it.each(["PreToolUse", "PermissionRequest"] as const)(
    "an allow of a %s hook does not replace the host's answer, a deny does",
    async (event) => {
      const pre = event === "PreToolUse";
      const answer = (behavior: "allow" | "deny") =>
        specific(
          event,
          pre
            ? { permissionDecision: behavior, permissionDecisionReason: "not yet" }
            : { decision: { behavior, message: "not yet" } },
        );
      const options: Play = { permissionMode: "plan", script: [[exit], ["done"]] };
      const allowed = await playWith(
        { behavior: "deny", message: "the host says no" },
        { ...options, answers: { [event]: answer("allow") } },
      );
      expect(allowed.read).toContain("the host says no");
      const denied = await playWith(
        { behavior: "allow" },
        { ...options, answers: { [event]: answer("deny") } },
      );
      expect(denied.asked).toEqual([]);
      expect(denied.read).toContain("not yet");
    },
  );

  it("section 12, the reference refuses a change in plan mode without a question; claude-code asks, with the reason", async () => {
    const inPlanMode = (profile: "reference" | "claude-code") =>
      playWith(
        { behavior: "allow" },
        { profile, permissionMode: "plan", script: [[write], ["done"]] },
      );
    const refused = await inPlanMode("reference");
    expect(refused.asked).toEqual([]);
    expect(existsSync(join(refused.cwd, "made.txt"))).toBe(false);
    const asked = await inPlanMode("claude-code");
    expect(asked.asked.map(({ reasons }) => reasons)).toEqual([
      [
        "This call of Write needs approval, because in plan mode nothing is changed until the user approves the plan",
      ],
    ]);
    expect(existsSync(join(asked.cwd, "made.txt"))).toBe(true);
  });

  it("a rule or a hook can refuse EnterPlanMode; without them it needs no answer", async () => {
    const script = [[{ tool: "EnterPlanMode", input: {} }], ["done"]];
    const free = await playWith({ behavior: "deny" }, { script });
    expect(free.asked).toEqual([]);
    expect(free.calls("Stop")[0]).toMatchObject({ permission_mode: "plan" });
    const refused = await playWith(
      { behavior: "allow" },
      {
        script,
        answers: { PreToolUse: specific("PreToolUse", { permissionDecision: "deny" }) },
      },
    );
    expect(refused.calls("Stop")[0]).toMatchObject({ permission_mode: "default" });
    const asking = await playWith(
      { behavior: "deny" },
      { script, projectSettings: { permissions: { ask: ["EnterPlanMode"] } }, trustProject: true },
    );
    expect(asking.calls("PermissionRequest")).toMatchObject([{ tool_name: "EnterPlanMode" }]);
    expect(asking.calls("Stop")[0]).toMatchObject({ permission_mode: "default" });
    const ruled = await playWith(
      { behavior: "allow" },
      { script, disallowedTools: ["EnterPlanMode"] },
    );
    expect(ruled.read).toContain("There is no tool EnterPlanMode");
  });

  it("E17 a call in the wrong mode is an error that fires no hook", async () => {
    const outside = await playWith({ behavior: "allow" }, { script: [[exit], ["done"]] });
    expect(outside.read).toContain("The session is not in plan mode");
    const inside = await playWith(
      { behavior: "allow" },
      { permissionMode: "plan", script: [[{ tool: "EnterPlanMode", input: {} }], ["done"]] },
    );
    expect(inside.read).toContain("The session is in plan mode already");
    expect([...outside.calls("PreToolUse"), ...inside.calls("PreToolUse")]).toEqual([]);
  });
});

describe("G1 a model cannot loosen its mode with EnterPlanMode", () => {
  const enter = { tool: "EnterPlanMode", input: {} };
  const make = { tool: "Bash", input: { command: "touch made.txt" } };

  it.each(["reference", "claude-code"] as const)(
    "what dontAsk and auto refuse stays refused in %s, and no one is asked",
    async (profile) => {
      for (const permissionMode of ["dontAsk", "auto"] as const) {
        const { asked, calls, read, cwd } = await playWith(
          { behavior: "allow" },
          { profile, permissionMode, script: [[enter], [make], [exit], [make], ["done"]] },
        );
        expect(asked).toEqual([]);
        expect(read).toContain(`The session is in ${permissionMode} mode`);
        expect(calls("Stop")[0]).toMatchObject({ permission_mode: permissionMode });
        expect(existsSync(join(cwd, "made.txt"))).toBe(false);
      }
    },
  );

  it("from bypassPermissions plan mode refuses changes; the mode after it is bypassPermissions", async () => {
    const { asked, calls, result } = await playWith(
      { behavior: "allow" },
      { permissionMode: "bypassPermissions", script: [[enter], [make], [exit], ["done"]] },
    );
    expect(result.permissionDenials.map(({ tool_name }) => tool_name)).toEqual(["Bash"]);
    expect(asked.map(({ call }) => call.name)).toEqual(["ExitPlanMode"]);
    expect(calls("Stop")[0]).toMatchObject({ permission_mode: "bypassPermissions" });
  });
});

describe("G1 AskUserQuestion", () => {
  const script = [[askUser], ["done"]];

  it("the host answers with updatedInput; hooks and the model read the answers", async () => {
    const { asked, calls, read } = await playWith(
      { behavior: "allow", updatedInput: { ...askUser.input, answers } },
      { script },
    );
    expect(asked.map(({ call }) => call.input)).toEqual([askUser.input]);
    expect(calls("PermissionRequest")).toMatchObject([{ tool_input: askUser.input }]);
    expect(calls("PostToolUse")[0]).toMatchObject({
      tool_input: { answers },
      tool_response: { answers },
    });
    expect(read).toContain("- Which database?: SQLite");
  });

  it.each(["PreToolUse", "PermissionRequest"] as const)(
    "a %s hook answers with updatedInput; an allow alone still asks the host",
    async (event) => {
      const allow = (updatedInput?: object) =>
        specific(
          event,
          event === "PreToolUse"
            ? { permissionDecision: "allow", ...(updatedInput && { updatedInput }) }
            : { decision: { behavior: "allow", ...(updatedInput && { updatedInput }) } },
        );
      const refusing = { behavior: "deny", message: "no time" } as const;
      const answered = await playWith(refusing, {
        script,
        answers: { [event]: allow({ ...askUser.input, answers }) },
      });
      expect(answered.asked).toEqual([]);
      expect(answered.read).toContain("- Which database?: SQLite");
      const alone = await playWith(refusing, { script, answers: { [event]: allow() } });
      expect(alone.asked).toHaveLength(1);
      expect(alone.read).toContain("no time");
      const other = await playWith(refusing, {
        script,
        answers: { [event]: allow({ ...askUser.input, answers: { "Which colour?": "red" } }) },
      });
      expect(other.asked).toHaveLength(1);
      expect(other.read).not.toContain("red");
    },
  );

  it("neither a rule nor bypassPermissions answers a question", async () => {
    const refusing = { behavior: "deny", message: "no time" } as const;
    for (const options of [
      { allowedTools: ["AskUserQuestion"] },
      { permissionMode: "bypassPermissions" as const },
    ]) {
      const { asked } = await playWith(refusing, { script, ...options });
      expect(asked).toHaveLength(1);
    }
    const silent = await playWith(refusing, { script, permissionMode: "dontAsk" });
    expect(silent.asked).toEqual([]);
    expect(silent.read).toContain("dontAsk mode refuses it");
  });

  it("E17 answers of the model itself are an error; a host's yes without answers says so", async () => {
    const own = { tool: "AskUserQuestion", input: { ...askUser.input, answers } };
    const { asked, read } = await playWith({ behavior: "allow" }, { script: [[own], ["done"]] });
    expect(asked).toEqual([]);
    expect(read).toContain("the user gives the answers");
    const none = await playWith({ behavior: "allow" }, { script });
    expect(none.read).toContain("None of the questions was answered.");
  });
});

it("without anyone to ask, and in subagents, the tools are not offered; --tools says so", async () => {
  const alone = await play({ tools: ["Read", "AskUserQuestion"], script: [[askUser], ["done"]] });
  expect(userTexts(alone.requests.at(-1)?.messages ?? []).join()).toContain(
    "There is no tool AskUserQuestion",
  );
  expect(alone.firedEvents).not.toContain("PreToolUse");
  expect(alone.events).toContainEqual({
    type: "notice",
    level: "warning",
    text: expect.stringContaining("AskUserQuestion is not offered, because no one can answer"),
  });
  const agent = { tool: "Agent", input: { prompt: "look", description: "look" } };
  const { requests } = await playWith(
    { behavior: "allow" },
    { script: { main: [[agent], ["done"]], subagent: [["seen"]] } },
  );
  const offered = (purpose: string) =>
    requests.find((one) => one.purpose === purpose)?.request.tools.map(({ name }) => name) ?? [];
  expect(offered("main")).toEqual(
    expect.arrayContaining(["EnterPlanMode", "ExitPlanMode", "AskUserQuestion"]),
  );
  expect(offered("subagent").filter((name) => /Plan|Ask/.test(name))).toEqual([]);
  expect(offered("subagent")).toContain("Read");
});

testQuestions([
  {
    question: "the plan in tool_input of ExitPlanMode",
    ask: async (profile) => {
      const { calls, asked } = await playWith(
        { behavior: "allow" },
        { profile, permissionMode: "plan", script: [[exit], ["done"]] },
      );
      return [calls("PreToolUse")[0]?.["tool_input"], asked[0]?.call.input];
    },
    answers: {
      reference: [exit.input, exit.input],
      "claude-code": [{}, exit.input],
    },
  },
]);
