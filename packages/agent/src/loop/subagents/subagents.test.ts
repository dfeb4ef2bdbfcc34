import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { CommandLineError } from "../../command-line-error.ts";
import type { AgentEvent } from "../agent-event.ts";
import { plannedModel, promptOf, startAgent } from "../testing/planned-model.ts";
import { type Play, play, specific } from "../testing/play.ts";

const bash = (command: string) => ({ tool: "Bash", input: { command } });

const planned = (options: Play & { readonly prompt: string }) =>
  play({ model: async () => plannedModel(), ...options });

type Input = Readonly<Record<string, unknown>>;
const named = (inputs: readonly Input[], name: string) =>
  inputs.filter((input) => input["hook_event_name"] === name);

const linesOf = (path: string): readonly Input[] =>
  readFileSync(path, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

const notices = (events: readonly AgentEvent[]) =>
  events.flatMap((event) => (event.type === "notice" ? [event.text] : []));

describe("a subagent", () => {
  it("G7 E8 E9 E21 fires its events between PreToolUse and PostToolUse of Agent, with its id and type", async () => {
    const inner = { steps: [[bash("echo inner")]], answer: "inside" };
    const { hookInputs, session, result, requests } = await planned({
      prompt: promptOf({ steps: [[startAgent(inner, { subagent_type: "Explore" })]] }),
    });
    const of = (input: Input) =>
      `${input["hook_event_name"]} ${input["agent_type"] ?? "main"} ${input["tool_name"] ?? ""}`.trim();
    expect(hookInputs.map(of).slice(2)).toEqual([
      "PreToolUse main Agent",
      "SubagentStart Explore",
      "PreToolUse Explore Bash",
      "PostToolUse Explore Bash",
      "PostToolBatch Explore",
      "SubagentStop Explore",
      "PostToolUse main Agent",
      "PostToolBatch main",
      "Stop main",
      "SessionEnd main",
    ]);
    const ids = hookInputs.map((input) => input["agent_id"]).filter((id) => id !== undefined);
    expect(new Set(ids).size).toBe(1);
    expect(new Set(hookInputs.map((input) => input["session_id"]))).toEqual(new Set([session.id]));
    const [stop] = named(hookInputs, "SubagentStop");
    expect(stop).toMatchObject({
      transcript_path: session.transcriptPath,
      agent_transcript_path: join(
        dirname(session.transcriptPath),
        "subagents",
        `agent-${ids[0]}.jsonl`,
      ),
      last_assistant_message: "inside",
      stop_hook_active: false,
    });
    expect(result.result).toBe("done");
    // Its tools are those of its definition.
    const offered = requests.find(({ purpose }) => purpose === "subagent")?.request.tools;
    const names = offered?.map(({ name }) => name) ?? [];
    expect(names).toContain("Read");
    expect(names).not.toContain("Write");
    expect(names).not.toContain("Agent");
  });

  it("E21 G9 has its own conversation and transcript", async () => {
    const inner = { steps: [[bash("echo inner-output")]], answer: "inside" };
    const { hookInputs, session, requests } = await planned({
      prompt: promptOf({ steps: [[startAgent(inner)]] }),
    });
    const path = String(named(hookInputs, "SubagentStop")[0]?.["agent_transcript_path"]);
    const own = linesOf(path);
    expect(own.map(({ type }) => type)).toEqual(["user", "assistant", "user", "assistant"]);
    expect(new Set(own.map(({ session_id }) => session_id))).toEqual(new Set([session.id]));
    expect(own[0]?.["agent_id"]).toBe(named(hookInputs, "SubagentStop")[0]?.["agent_id"]);
    expect(JSON.stringify(own)).toContain("inner-output");
    expect(readFileSync(session.transcriptPath, "utf8")).not.toContain("inner-output");
    const main = requests.filter(({ purpose }) => purpose === "main");
    expect(JSON.stringify(main.at(-1)?.messages)).not.toContain("inner-output");
    expect(JSON.stringify(main.at(-1)?.messages)).toContain("inside");
  });

  it("E21 its events say how deep it is, who started it, how often hooks sent it back and the cap", async () => {
    const inner = { steps: [[bash("echo deep")]] };
    const { hookInputs } = await planned({
      prompt: promptOf({ steps: [[startAgent({ steps: [[startAgent(inner)]] })]] }),
      answers: { SubagentStop: [{ decision: "block", reason: "more" }, {}] },
    });
    const [outer, deep] = named(hookInputs, "SubagentStart");
    expect(outer).toMatchObject({ agent_depth: 1 });
    expect(outer).not.toHaveProperty("parent_agent_id");
    expect(deep).toMatchObject({ agent_depth: 2, parent_agent_id: outer?.["agent_id"] });
    const call = named(hookInputs, "PreToolUse").find(({ tool_name }) => tool_name === "Bash");
    expect(call).toMatchObject({ agent_depth: 2, parent_agent_id: outer?.["agent_id"] });
    expect(
      named(hookInputs, "SubagentStop").map((input) => [
        input["stop_hook_active"],
        input["stop_hook_blocks"],
        input["stop_hook_block_cap"],
      ]),
    ).toEqual([
      [false, 0, 8],
      [true, 1, 8],
      [false, 0, 8],
    ]);
    expect(named(hookInputs, "Stop")[0]).toMatchObject({
      stop_hook_blocks: 0,
      stop_hook_block_cap: 8,
    });
    expect(named(hookInputs, "Stop")[0]).not.toHaveProperty("agent_depth");
  });

  it("G3 gets the context of SubagentStart at the head of its first message, and its caller does not", async () => {
    const { requests } = await planned({
      prompt: promptOf({ steps: [[startAgent({ steps: [] })]] }),
      answers: { SubagentStart: specific("SubagentStart", { additionalContext: "mind the gap" }) },
    });
    const [first] = requests.filter(({ purpose }) => purpose === "subagent");
    const [head] = first?.messages[0]?.content ?? [];
    expect(head?.type === "text" && head.text).toContain("mind the gap");
    const main = requests.filter(({ purpose }) => purpose === "main");
    expect(JSON.stringify(main.map(({ messages }) => messages))).not.toContain("mind the gap");
  });

  it("E16 a failing model fires StopFailure inside and fails the call; the caller continues", async () => {
    const { hookInputs, result } = await planned({
      prompt: promptOf({ steps: [[startAgent({ steps: [], fails: true })]] }),
    });
    expect(named(hookInputs, "SubagentStop")).toEqual([]);
    expect(named(hookInputs, "StopFailure")[0]).toMatchObject({ agent_type: "general-purpose" });
    expect(named(hookInputs, "PostToolUseFailure")[0]).toMatchObject({
      tool_name: "Agent",
      is_interrupt: false,
      error: expect.stringContaining("the planned failure"),
    });
    expect(result.terminalReason).toBe("completed");
  });

  it("M5 a call of Task is a call of Agent", async () => {
    const { hookInputs } = await planned({
      prompt: promptOf({ steps: [[{ ...startAgent({ steps: [] }), tool: "Task" }]] }),
    });
    expect(named(hookInputs, "PreToolUse")[0]).toMatchObject({ tool_name: "Agent" });
    expect(named(hookInputs, "SubagentStop")).toHaveLength(1);
  });

  it("G1 is judged by the same rules: what is denied to the main agent is denied to it, and listed", async () => {
    const inner = { steps: [[bash("touch made-by-subagent")]] };
    const { result, cwd } = await planned({
      prompt: promptOf({ steps: [[startAgent(inner)]] }),
      userSettings: { permissions: { deny: ["Bash(touch:*)"] } },
    });
    expect(existsSync(join(cwd, "made-by-subagent"))).toBe(false);
    expect(result.permissionDenials.map(({ tool_name }) => tool_name)).toEqual(["Bash"]);
  });

  it("G1 a rule can forbid a kind of agent", async () => {
    const { hookInputs } = await planned({
      prompt: promptOf({ steps: [[startAgent({ steps: [] }, { subagent_type: "Plan" })]] }),
      userSettings: { permissions: { deny: ["Agent(Plan)"] } },
    });
    expect(named(hookInputs, "SubagentStart")).toEqual([]);
  });

  it("cannot be nested without end: the innermost one is not offered Agent", async () => {
    const nested = (depth: number): ReturnType<typeof startAgent> =>
      startAgent({ steps: depth === 0 ? [] : [[nested(depth - 1)]] });
    const { hookInputs } = await planned({ prompt: promptOf({ steps: [[nested(8)]] }) });
    expect(Math.max(...hookInputs.map((input) => Number(input["agent_depth"] ?? 0)))).toBe(5);
  });
});

describe("a background agent", () => {
  it("E9 G7 its caller continues; its end is a turn of its own, with UserPromptSubmit", async () => {
    const inner = { steps: [[bash("echo back")]], answer: "the answer", delayMs: 100 };
    let reported: unknown;
    const { hookInputs, requests } = await planned({
      prompt: promptOf({ steps: [[startAgent(inner, { run_in_background: true })]] }),
      afterPrompts: async (session) => {
        expect(await session.waitForAgents()).toBe(true);
        reported = await session.reportAgents();
        expect(await session.waitForAgents()).toBe(false);
      },
    });
    expect(reported).toMatchObject({ subtype: "success" });
    const [first] = named(hookInputs, "Stop");
    expect(first?.["background_tasks"]).toMatchObject([{ agent_type: "general-purpose" }]);
    const names = hookInputs.map((input) => input["hook_event_name"]);
    expect(names.indexOf("SubagentStop")).toBeGreaterThan(names.indexOf("Stop"));
    const prompts = named(hookInputs, "UserPromptSubmit").map(({ prompt }) => String(prompt));
    expect(prompts[1]).toMatch(
      /^<task-notification>\nThis message is not from the user\..*the answer\n<\/task-notification>$/s,
    );
    expect(JSON.stringify(requests.at(-1)?.messages)).toContain("the answer");
  });

  it("G13 --max-turns counts the requests about it, and ends it when they are used up", async () => {
    const inner = { steps: [[bash("echo back")]], answer: "the answer" };
    const toEnd: Play["afterPrompts"] = async (session) => {
      while (await session.waitForAgents()) await session.reportAgents();
    };
    const start = startAgent(inner, { run_in_background: true });
    const prompt = promptOf({ steps: [[start]] });
    const three = await planned({ prompt, maxTurns: 3, afterPrompts: toEnd });
    const lastResult = (events: readonly AgentEvent[]) =>
      events.findLast((event) => event.type === "result");
    expect(lastResult(three.events)).toMatchObject({
      result: { subtype: "success" },
      continuesInput: true,
    });
    const two = await planned({ prompt, maxTurns: 2, afterPrompts: toEnd });
    expect(lastResult(two.events)).toMatchObject({ result: { subtype: "error_max_turns" } });
    expect(two.requests.filter(({ purpose }) => purpose === "main")).toHaveLength(2);
    const slow = startAgent({ steps: [[bash("sleep 30")]] }, { run_in_background: true });
    const one = await planned({ prompt: promptOf({ steps: [[slow]] }), maxTurns: 1 });
    expect(notices(one.events)).toContainEqual(
      "the background agent general-purpose (planned) was ended, because --max-turns was reached",
    );
  });

  it("P13 one that still runs is ended with the session, and the user sees which", async () => {
    const inner = { steps: [[bash("sleep 30")]] };
    const { events, hookInputs } = await planned({
      prompt: promptOf({
        steps: [[startAgent(inner, { run_in_background: true, description: "a long sleep" })]],
      }),
    });
    expect(notices(events)).toContainEqual(
      "the background agent general-purpose (a long sleep) was still running and was ended with the session",
    );
    expect(named(hookInputs, "SubagentStop")).toEqual([]);
  });
});

describe("what the user and the caller read about a subagent", () => {
  it("C5 SubagentStop hooks that reach the limit, and a model that fails", async () => {
    const capped = await planned({
      prompt: promptOf({ steps: [[startAgent({ steps: [] })]] }),
      answers: { SubagentStop: { decision: "block", reason: "more" } },
    });
    expect(notices(capped.events)).toContainEqual(
      expect.stringMatching(/^SubagentStop hooks kept the subagent working 8 times in a row/),
    );
    // G4: the ninth block has no effect, so nothing says that the subagent continues.
    const said = notices(capped.events).filter((text) => text.includes("the subagent continues"));
    expect(said).toHaveLength(8);
    const failed = await planned({
      prompt: promptOf({ steps: [[startAgent({ steps: [], fails: true })]] }),
    });
    expect(notices(failed.events)).toContainEqual(
      "the subagent general-purpose failed: the planned failure",
    );
  });

  it("C5 one that a SubagentStart hook stops never began, and one without tools says so", async () => {
    const stopped = await planned({
      prompt: promptOf({ steps: [[startAgent({ steps: [] })]] }),
      answers: { SubagentStart: { continue: false } },
    });
    expect(JSON.stringify(stopped.requests.at(-1)?.messages)).toContain(
      "A SubagentStart hook stopped the agent before it began.",
    );
    const idle = JSON.stringify({ idle: { prompt: "You wait.", tools: [] } });
    const call = startAgent({ steps: [[bash("true")]] }, { subagent_type: "idle" });
    const { requests } = await planned({ prompt: promptOf({ steps: [[call]] }), agents: idle });
    expect(JSON.stringify(requests.map(({ messages }) => messages))).toContain(
      "There is no tool Bash. This agent has no tools.",
    );
  });

  it("C3 a SubagentStart hook in the front matter of one agent is not reported for another", async () => {
    const agents = JSON.stringify({
      a: {
        prompt: "You are a.",
        hooks: { SubagentStart: [{ hooks: [{ type: "command", command: "true" }] }] },
      },
    });
    const skipped = async (type: string) => {
      const call = startAgent({ steps: [] }, { subagent_type: type });
      const { events } = await planned({ prompt: promptOf({ steps: [[call]] }), agents });
      return events.filter(
        (event) => event.type === "hook" && event.progress.type === "run-skipped",
      ).length;
    };
    expect(await skipped("Explore")).toBe(0);
    expect(await skipped("a")).toBe(1);
  });
});

describe("agents in files", () => {
  const file = "---\nname: judge\ndescription: judges\ntools: Read\n---\nYou judge.\n";

  it("T6 those of a project need trust, and it is said", async () => {
    const prompt = promptOf({ steps: [[startAgent({ steps: [] }, { subagent_type: "judge" })]] });
    const files = { ".claude/agents/judge.md": file };
    const untrusted = await planned({ prompt, files });
    expect(named(untrusted.hookInputs, "SubagentStart")).toEqual([]);
    expect(notices(untrusted.events)).toContainEqual(
      expect.stringMatching(
        /the project's agent judge is not used: agents of a project need --trust-project/,
      ),
    );
    const trusted = await planned({ prompt, files, trustProject: true });
    const [started] = trusted.requests.filter(({ purpose }) => purpose === "subagent");
    expect(started?.request.system).toContain("You judge.");
    expect(started?.request.tools.map(({ name }) => name)).toEqual(["Read"]);
  });

  it("C3 hooks in the front matter of an agent run inside it only", async () => {
    const front = (event: string) =>
      `  ${event}:\n    - hooks:\n        - type: command\n          command: echo ${event} >> hooks.txt\n`;
    const hooks = `---\nname: judge\nhooks:\n${front("PreToolUse")}${front("Stop")}---\nYou judge.\n`;
    const inner = { steps: [[bash("echo in")]] };
    const { cwd } = await planned({
      prompt: promptOf({
        steps: [
          [bash("echo out")],
          [startAgent(inner, { subagent_type: "judge" })],
          [bash("echo out")],
        ],
      }),
      files: { ".claude/agents/judge.md": hooks },
      trustProject: true,
    });
    expect(readFileSync(join(cwd, "hooks.txt"), "utf8")).toBe("PreToolUse\nStop\n");
  });

  it.each([
    [{}, /--agent: .*: the project's agent judge is not used: .* need --trust-project/],
    [{ trustProject: true, bare: true }, /there is no agent "judge"; .*; --bare reads no files/],
    [
      { trustProject: true, settingSources: ["user"] as const },
      /there is no agent "judge"; .*; --setting-sources is user/,
    ],
  ])("T6 --agent with one that may not be used starts nothing: %j", async (options, problem) => {
    const files = { ".claude/agents/judge.md": file };
    const started = planned({ ...options, prompt: "go", files, mainAgent: "judge" });
    await expect(started).rejects.toThrow(problem);
    await expect(started).rejects.toBeInstanceOf(CommandLineError);
  });

  it("E21 --agent runs the main agent as one of them", async () => {
    const { requests, hookInputs } = await planned({
      prompt: promptOf({ steps: [] }),
      agents: JSON.stringify({ boss: { prompt: "You are the boss.", tools: ["Read"] } }),
      mainAgent: "boss",
    });
    expect(requests[0]?.request.system).toContain("You are the boss.");
    expect(requests[0]?.request.tools.map(({ name }) => name)).toEqual(["Read"]);
    expect(named(hookInputs, "Stop")[0]).toMatchObject({ agent_type: "boss" });
    expect(named(hookInputs, "Stop")[0]).not.toHaveProperty("agent_id");
  });
});
