import { readFileSync } from "node:fs";
import { join } from "node:path";
import { teamsVariable } from "@snaphook/protocol";
import { describe, expect, it } from "vitest";
import type { AgentEvent } from "../agent-event.ts";
import type { AgentSession } from "../agent-session.ts";
import { type Plan, plannedModel, promptOf, startAgent } from "../testing/planned-model.ts";
import { type Play, play } from "../testing/play.ts";

type Input = Readonly<Record<string, unknown>>;

const bash = (command: string) => ({ tool: "Bash", input: { command } });
const send = (to: string, message: unknown) => ({ tool: "SendMessage", input: { to, message } });
const mate = (name: string, plan: Plan, more: object = {}) => startAgent(plan, { name, ...more });
const named = (inputs: readonly Input[], name: string) =>
  inputs.filter((input) => input["hook_event_name"] === name);
const notices = (events: readonly AgentEvent[]) =>
  events.flatMap((event) => (event.type === "notice" ? [event.text] : []));

/** As a headless run does: turns for what teammates say, until none works. */
const toEnd = async (session: AgentSession) => {
  while (await session.waitForAgents()) await session.reportAgents();
};

const team = (steps: Plan["steps"], more: Play = {}) =>
  play({
    model: async () => plannedModel(),
    prompt: promptOf({ steps }),
    afterPrompts: toEnd,
    ...more,
  });

/** All that the model of an agent was given, in its last request. */
const readBy = (requests: Awaited<ReturnType<typeof play>>["requests"], about: string) =>
  JSON.stringify(
    requests.findLast(({ request }) => request.system.includes(`You are the teammate ${about} `))
      ?.messages ?? [],
  );
const readByLead = (requests: Awaited<ReturnType<typeof play>>["requests"]) =>
  JSON.stringify(requests.findLast(({ purpose }) => purpose === "main")?.messages);

const exiting = (event: string, command: string) => ({
  hooks: { [event]: [{ hooks: [{ type: "command", command }] }] },
});

describe("a teammate", () => {
  it("E11 E21 G13 E23 works after the call that adds it, becomes idle, and the lead reads its answer without UserPromptSubmit", async () => {
    const inner = { steps: [[bash("echo inside")]], answer: "all read", delayMs: 20 };
    const { hookInputs, session, requests } = await team([
      [mate("reader", inner, { subagent_type: "Explore", team_name: "mine" })],
    ]);
    const of = (input: Input) =>
      `${input["hook_event_name"]} ${input["agent_type"] ?? "lead"}`.trim();
    const order = hookInputs.map(of);
    const own = order.filter((line) => line.endsWith("reader"));
    expect(own).toEqual([
      "SubagentStart reader",
      "PreToolUse reader",
      "PostToolUse reader",
      "PostToolBatch reader",
      "SubagentStop reader",
      "TeammateIdle reader",
    ]);
    expect(order.indexOf("PostToolUse lead")).toBeLessThan(order.indexOf("SubagentStart reader"));
    const team_name = `session-${session.id.slice(0, 8)}`;
    const [added] = named(hookInputs, "PostToolUse");
    expect(added?.["tool_response"]).toMatchObject({ status: "teammate_spawned", team_name });
    expect(named(hookInputs, "TeammateIdle")).toMatchObject([
      { teammate_name: "reader", team_name, agent_type: "reader", teammate_type: "Explore" },
    ]);
    expect(named(hookInputs, "TeammateIdle")[0]).toMatchObject({
      agent_id: expect.any(String),
      permission_mode: "bypassPermissions",
    });
    expect(named(hookInputs, "UserPromptSubmit")).toHaveLength(1);
    expect(readByLead(requests)).toContain("The teammate reader (planned) is idle");
    expect(readByLead(requests)).toContain("all read");
    expect(order.slice(-2)).toEqual(["Stop lead", "SessionEnd lead"]);
    const path = String(named(hookInputs, "SubagentStop")[0]?.["agent_transcript_path"]);
    expect(readFileSync(path, "utf8")).toContain("inside");
  });

  it("E11 E18 exit 2 on TeammateIdle sends it back with the text; its next SubagentStop says so", async () => {
    const { hookInputs, requests } = await play({
      script: {
        main: [
          [{ tool: "Agent", input: { name: "reader", description: "read", prompt: "Read." } }],
          ["started"],
        ],
        agents: { reader: [["read"], ["read again"]] },
        after: "done",
      },
      afterPrompts: toEnd,
      userSettings: exiting(
        "TeammateIdle",
        'test -e "$CLAUDE_PROJECT_DIR"/once || { touch "$CLAUDE_PROJECT_DIR"/once; echo look again >&2; exit 2; }',
      ),
    });
    expect(named(hookInputs, "TeammateIdle")).toHaveLength(2);
    expect(readBy(requests, "reader")).toContain("look again");
    const active = named(hookInputs, "SubagentStop").map((input) => input["stop_hook_active"]);
    expect(active).toEqual([false, true]);
  });

  it("E18 JSON decides nothing on TeammateIdle", async () => {
    const { hookInputs } = await team([[mate("reader", { steps: [] })]], {
      answers: { TeammateIdle: { decision: "block", reason: "no" } },
    });
    expect(named(hookInputs, "TeammateIdle")).toHaveLength(1);
  });

  it("G4 hooks that never let it become idle reach the limit, and the user reads that", async () => {
    const { hookInputs, events } = await team([[mate("reader", { steps: [] })]], {
      userSettings: exiting("TeammateIdle", "echo more >&2; exit 2"),
    });
    expect(named(hookInputs, "TeammateIdle")).toHaveLength(9);
    expect(notices(events)).toContainEqual(
      expect.stringMatching(/kept the teammate reader working 8 times in a row/),
    );
  });

  it("E12 E18 TaskCompleted fires for its task in progress before TeammateIdle; a refusal sends it back, and the task stays", async () => {
    const create = { tool: "TaskCreate", input: { subject: "Read", description: "All" } };
    const begin = { tool: "TaskUpdate", input: { taskId: "1", status: "in_progress" } };
    const { hookInputs, requests } = await team(
      [[create], [mate("reader", { steps: [[begin], "half", [{ tool: "TaskList", input: {} }]] })]],
      {
        userSettings: exiting(
          "TaskCompleted",
          'test -e "$CLAUDE_PROJECT_DIR"/once || { touch "$CLAUDE_PROJECT_DIR"/once; echo not tested >&2; exit 2; }',
        ),
      },
    );
    const ends = hookInputs
      .map((input) => input["hook_event_name"])
      .filter((name) => name === "TaskCompleted" || name === "TeammateIdle");
    expect(ends).toEqual(["TaskCompleted", "TeammateIdle", "TaskCompleted", "TeammateIdle"]);
    expect(named(hookInputs, "TaskCompleted")[0]).toMatchObject({
      task_id: "1",
      task_subject: "Read",
      teammate_name: "reader",
      team_name: expect.stringMatching(/^session-/),
    });
    expect(readBy(requests, "reader")).toContain("not tested");
    expect(readBy(requests, "reader")).toContain("1. Read (reader): in_progress");
  });

  it("TaskCreated of a teammate names it and its team", async () => {
    const create = { tool: "TaskCreate", input: { subject: "Read", description: "All" } };
    const { hookInputs } = await team([[mate("reader", { steps: [[create]] })]]);
    expect(named(hookInputs, "TaskCreated")).toMatchObject([
      { teammate_name: "reader", agent_type: "reader" },
    ]);
  });

  it("two cannot begin the same task", async () => {
    const create = { tool: "TaskCreate", input: { subject: "Read", description: "All" } };
    const begin = { tool: "TaskUpdate", input: { taskId: "1", status: "in_progress" } };
    const { requests } = await team([
      [create],
      [
        mate("a", { steps: [[begin], [send("b", "yours")]] }),
        mate("b", { steps: ["ready", [begin]] }),
      ],
    ]);
    expect(readBy(requests, "b")).toContain("already in progress; a works on it");
  });

  it("C3 M5 hooks of the agent that it was made from apply: in its front matter, and by their matcher", async () => {
    const file = `---
name: judge
hooks:
  PreToolUse:
    - hooks:
        - type: command
          command: echo inside >> "$CLAUDE_PROJECT_DIR"/ran.txt
---
You judge.
`;
    const { cwd } = await team(
      [[mate("anna", { steps: [[bash("true")]] }, { subagent_type: "judge" })]],
      {
        files: { ".claude/agents/judge.md": file },
        trustProject: true,
        userSettings: {
          hooks: {
            SubagentStop: [
              { matcher: "judge", hooks: [{ type: "command", command: "echo type >> ran.txt" }] },
              { matcher: "anna", hooks: [{ type: "command", command: "echo name >> ran.txt" }] },
              { matcher: "other", hooks: [{ type: "command", command: "echo no >> ran.txt" }] },
            ],
          },
        },
      },
    );
    const ran = readFileSync(join(cwd, "ran.txt"), "utf8").trim().split("\n");
    expect(ran[0]).toBe("inside");
    expect(ran.slice(1).sort()).toEqual(["name", "type"]);
  });

  it("G1 a call can only make its permission mode stricter; questions go to the host with its id", async () => {
    const asked: unknown[] = [];
    const write = { tool: "Write", input: { file_path: "x.txt", content: "x" } };
    const { hookInputs, requests } = await team(
      [
        [mate("loose", { steps: [[write]] }, { mode: "bypassPermissions" })],
        [mate("strict", { steps: [[write]] }, { mode: "plan" })],
      ],
      {
        permissionMode: "default",
        ask: async ({ call }) => {
          asked.push(call.name);
          return { behavior: "deny", message: "not now" };
        },
      },
    );
    expect(asked).toEqual(["Write"]);
    const modes = named(hookInputs, "TeammateIdle").map((input) => [
      input["teammate_name"],
      input["permission_mode"],
    ]);
    expect(modes.sort()).toEqual([
      ["loose", "default"],
      ["strict", "plan"],
    ]);
    expect(named(hookInputs, "PermissionRequest")).toMatchObject([{ agent_type: "loose" }]);
    expect(readByLead(requests)).toContain("a call cannot make it less strict");
  });

  it("E16 one whose model fails ends; the lead reads why, and the others continue", async () => {
    const { hookInputs, requests, events } = await team([
      [mate("bad", { steps: [], fails: true }), mate("good", { steps: [[bash("true")]] })],
    ]);
    expect(named(hookInputs, "StopFailure")).toMatchObject([{ agent_type: "bad" }]);
    expect(readByLead(requests)).toContain("The teammate bad has ended. The agent failed");
    expect(readByLead(requests)).toContain("The teammate good (planned) is idle");
    expect(notices(events)).toContainEqual("the teammate bad failed: the planned failure");
  });

  it("G10 a stop on TeammateIdle ends it", async () => {
    const { requests } = await team([[mate("a", { steps: [] })], "waiting", [send("a", "more")]], {
      answers: { TeammateIdle: { continue: false, stopReason: "enough" } },
    });
    expect(readByLead(requests)).toContain("The teammate a has ended. A hook stopped it: enough");
    expect(readByLead(requests)).toContain("the teammate a reads no more messages");
  });

  it("only the lead adds teammates, and each name is used once", async () => {
    const inner = { steps: [[mate("c", { steps: [] })]] };
    const { requests, hookInputs } = await team([
      [mate("a", inner), mate("a", { steps: [] }), mate("team-lead", { steps: [] })],
      [mate("not a word", { steps: [] })],
    ]);
    expect(named(hookInputs, "SubagentStart")).toMatchObject([{ agent_type: "a" }]);
    expect(readBy(requests, "a")).toContain("Only the lead of the team can add a teammate");
    expect(readByLead(requests)).toContain("There is a teammate a already");
    expect(readByLead(requests)).toContain("is you; give it another name");
    expect(readByLead(requests)).toContain("The name of a teammate is a word");
  });
});

describe("messages", () => {
  it("G13 wake an idle teammate, and reach a working one at its next step", async () => {
    const { requests, hookInputs } = await team([
      [mate("a", { steps: ["waiting", [bash("true")]], answer: "second" })],
      "started",
      [send("a", "the first")],
    ]);
    expect(named(hookInputs, "TeammateIdle")).toHaveLength(2);
    expect(readBy(requests, "a")).toContain("team-lead writes:\\n\\nthe first");
    expect(readByLead(requests)).toContain("second");
  });

  it("go from one teammate to another, to all, and to the lead", async () => {
    const { requests } = await team([
      [
        mate("a", { steps: ["ready", "noted"] }),
        mate("b", {
          steps: [
            [send("a", "hello a")],
            [send("*", "hello all")],
            [send("team-lead", "hello lead")],
          ],
        }),
      ],
    ]);
    expect(readBy(requests, "a")).toMatch(/b writes:\\n\\nhello a.*b writes:\\n\\nhello all/s);
    expect(readByLead(requests)).toMatch(/b writes:\\n\\nhello all.*b writes:\\n\\nhello lead/s);
  });

  it("C5 to no one are errors that say who is there", async () => {
    const { requests } = await team([
      [send("*", "hello")],
      [mate("anna", { steps: [[send("anna", "me")]] })],
      [send("ana", "hello"), send("team-lead", "me")],
    ]);
    const read = readByLead(requests);
    expect(read).toContain("There are no teammates to write to");
    expect(read).toContain("no member of the team is called ana. Did you mean anna?");
    expect(read).toContain("You are the team lead");
    expect(readBy(requests, "anna")).toContain("A message to yourself has no reader");
  });

  it("P13 that were not read when the recipient failed are reported to the lead and the user", async () => {
    const { requests, events } = await team([
      [mate("a", { steps: [], fails: true, delayMs: 150 })],
      [send("a", "do not lose this")],
    ]);
    expect(notices(events)).toContainEqual(
      "a message from team-lead to a was not read, because a ended",
    );
    expect(readByLead(requests)).toMatch(/It did not read this message:.*do not lose this/s);
  });

  it("G13 two that wait for each other become idle, and the lead reads it", async () => {
    const { requests, hookInputs } = await team([
      [
        mate("a", { steps: [[send("b", "tell me first")]], answer: "I wait for b" }),
        mate("b", { steps: [[send("a", "tell me first")]], answer: "I wait for a" }),
      ],
    ]);
    expect(named(hookInputs, "TeammateIdle").length).toBeGreaterThanOrEqual(2);
    expect(readByLead(requests)).toContain("I wait for b");
    expect(readByLead(requests)).toContain("I wait for a");
  });

  it("a teammate shuts down when it agrees, and refuses with a reason", async () => {
    const answer = (approve: boolean, request_id = "shutdown-1") =>
      send("team-lead", { type: "shutdown_response", request_id, approve, reason: "as you see" });
    const { requests, hookInputs } = await team([
      [
        mate("a", {
          steps: [
            "ready",
            [answer(true, "wrong")],
            [answer(false)],
            "still here",
            [answer(true, "shutdown-2")],
          ],
          answer: "bye",
        }),
      ],
      "started",
      [send("a", { type: "shutdown_request", reason: "done" })],
      "asked",
      "refused",
      [send("a", { type: "shutdown_request" })],
      "again",
      [send("a", "are you there?")],
    ]);
    const read = readByLead(requests);
    expect(readBy(requests, "a")).toContain("There is no request wrong");
    expect(read).toContain("a does not shut down: as you see");
    expect(read).toContain("a agrees to shut down");
    expect(read).toContain("The teammate a has ended. It has shut down.");
    // It was idle twice before; when it shuts down, it does not become idle.
    expect(named(hookInputs, "TeammateIdle")).toHaveLength(2);
  });
});

describe("the end", () => {
  it("P13 teammates that work are ended with the session, and the user reads which", async () => {
    const { events, hookInputs } = await team(
      [[mate("a", { steps: [[bash("sleep 30")]] }, { description: "a long sleep" })]],
      { afterPrompts: async () => {} },
    );
    expect(notices(events)).toContainEqual(
      "the teammate a (a long sleep) was still running and was ended with the session",
    );
    expect(named(hookInputs, "TeammateIdle")).toEqual([]);
  });

  it("G13 an interrupt ends them", async () => {
    const { events } = await team([[mate("a", { steps: [[bash("sleep 30")]] })]], {
      afterPrompts: async (session) => {
        session.interrupt();
        expect(await session.waitForAgents()).toBe(false);
      },
    });
    expect(notices(events)).toContainEqual(
      "the teammate a (planned) was ended, because the user interrupted",
    );
  });
});

describe("limits", () => {
  it("G13 --max-turns of the lead ends teammates that work", async () => {
    const { events, result } = await team([[mate("a", { steps: [[bash("sleep 30")]] })]], {
      maxTurns: 1,
    });
    expect(result.subtype).toBe("error_max_turns");
    expect(notices(events)).toContainEqual(
      "the teammate a (planned) was ended, because --max-turns was reached",
    );
  });

  it("G13 the budget of the session ends a teammate, and the lead with it", async () => {
    let answers = 0;
    const planned = plannedModel();
    const { events, requests } = await team(
      [[mate("a", { steps: Array.from({ length: 20 }, () => [bash("true")]) })], "waiting"],
      {
        maxBudgetUsd: 5,
        model: async () => ({
          ...planned,
          answer: (request) => {
            answers += 1;
            return planned.answer(request);
          },
          spending: () => ({ totalUsd: answers, knownUsd: answers, models: {} }),
        }),
      },
    );
    expect(requests).toHaveLength(5);
    const last = events.findLast((event) => event.type === "result");
    expect(last).toMatchObject({ result: { subtype: "error_max_budget_usd" } });
  });
});

describe("section 12, teams", () => {
  const calls = [[mate("reader", { steps: [] })]];
  const asked = async (profile: "reference" | "claude-code", env: object = {}) => {
    const { hookInputs, events, requests } = await team(calls, {
      profile,
      env: { PATH: process.env["PATH"], ...env },
    });
    const offered = requests[0]?.request.tools ?? [];
    return {
      types: named(hookInputs, "SubagentStart").map((input) => input["agent_type"]),
      idle: named(hookInputs, "TeammateIdle").length,
      tool: offered.some(({ name }) => name === "SendMessage"),
      field: JSON.stringify(offered.find(({ name }) => name === "Agent")).includes("team_name"),
      warned: notices(events).some((text) => text.includes(teamsVariable)),
    };
  };
  const on = { types: ["reader"], idle: 1, tool: true, field: true, warned: false };
  const off = { types: ["general-purpose"], idle: 0, tool: false, field: false, warned: true };

  it("teams: a name is enough in reference", async () => {
    expect(await asked("reference")).toEqual(on);
  });

  it("teams: claude-code needs a variable, and a name without it is reported", async () => {
    expect(await asked("claude-code", { [teamsVariable]: "1" })).toEqual(on);
    expect(await asked("claude-code")).toEqual(off);
  });
});
