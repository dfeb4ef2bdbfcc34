import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { AgentSession } from "../agent-session.ts";
import { newFolders, type Play, play } from "../testing/play.ts";
import { testQuestions } from "../testing/section-12.ts";

const bash = (command: string) => ({ tool: "Bash", input: { command } });
const startAgent = (input: object = {}) => ({
  tool: "Agent",
  input: { description: "look", prompt: "look around", ...input },
});
const interactive = { headless: false, profile: "claude-code" } as const;

/** What a screen does when no one types: turns about what has ended in the background. */
const reportAll = async (session: AgentSession) => {
  while (await session.waitForAgents()) await session.reportAgents();
};

const withAgent: Play = {
  ...interactive,
  script: {
    main: [[startAgent()], ["started"], ["reported"]],
    subagent: [[bash("echo inside")], ["the answer"]],
    after: "done",
  },
  afterPrompts: reportAll,
};

describe("agents at a terminal", () => {
  it("G7 run in the background: the call ends at launch, and the end begins a turn with UserPromptSubmit", async () => {
    const { hookInputs, firedEvents, newTexts } = await play(withAgent);
    const launched = hookInputs.find(
      ({ hook_event_name: name, tool_name: tool }) => name === "PostToolUse" && tool === "Agent",
    );
    expect(launched?.["tool_response"]).toMatchObject({ isAsync: true, status: "async_launched" });
    const ofMain = hookInputs.filter((input) => !("agent_id" in input));
    expect(ofMain.map(({ hook_event_name: name }) => name)).toEqual([
      "SessionStart",
      "UserPromptSubmit",
      "PreToolUse",
      "PostToolUse",
      "PostToolBatch",
      "Stop",
      "UserPromptSubmit",
      "Stop",
      "SessionEnd",
    ]);
    expect(firedEvents.indexOf("SubagentStop")).toBeLessThan(
      firedEvents.lastIndexOf("UserPromptSubmit"),
    );
    const stops = ofMain.filter(({ hook_event_name: name }) => name === "Stop");
    expect(stops.map(({ stop_hook_active: active }) => active)).toEqual([false, false]);
    expect(newTexts[2]?.[0]).toMatch(/^<task-notification>\n.*the answer\n<\/task-notification>$/s);
  });

  it("G5 a refused UserPromptSubmit drops the report for good", async () => {
    const { requests } = await play({
      ...withAgent,
      answers: {
        UserPromptSubmit: ({ prompt }) =>
          String(prompt).startsWith("<task-notification>")
            ? { decision: "block", reason: "no reports" }
            : {},
      },
      afterPrompts: async (session) => {
        await reportAll(session);
        await session.prompt("and now?");
      },
    });
    const asked = requests.filter(({ purpose }) => purpose === "main");
    expect(JSON.stringify(asked.at(-1)?.messages)).not.toContain("the answer");
    expect(JSON.stringify(asked.at(-1)?.messages)).toContain("and now?");
  });

  it("E16 an interrupt does not end them", async () => {
    const folders = newFolders();
    const { firedEvents } = await play({
      ...withAgent,
      in: folders,
      script: {
        main: [[startAgent()], [bash("sleep 30")], ["reported"]],
        subagent: [[bash("until [ -e interrupted ]; do sleep 0.02; done")], ["the answer"]],
        after: "done",
      },
      emit: (event) => {
        if (event.type === "tool-started" && JSON.stringify(event.input).includes("sleep 30"))
          open?.interrupt();
        if (event.type === "result") writeFileSync(join(folders.cwd, "interrupted"), "");
      },
      onOpen: (session) => {
        open = session;
      },
    });
    expect(existsSync(join(folders.cwd, "interrupted"))).toBe(true);
    expect(firedEvents).toContain("SubagentStop");
  });
});

let open: AgentSession | undefined;

describe("hooks in the background at a terminal", () => {
  const on = (event: string, handler: object) => ({
    userSettings: { hooks: { [event]: [{ hooks: [{ type: "command", ...handler }] }] } },
  });

  it("P12 asyncRewake: exit 2 begins a turn of its own, with UserPromptSubmit; Stop is active", async () => {
    const folders = newFolders();
    const { newTexts, hookInputs, firedEvents } = await play({
      ...interactive,
      in: folders,
      ...on("PreToolUse", {
        asyncRewake: true,
        command: "until [ -e idle ]; do sleep 0.02; done; echo 'the build broke' >&2; exit 2",
      }),
      script: [[bash("echo one")], ["done"], ["woken"]],
      afterPrompts: async (session) => {
        writeFileSync(join(folders.cwd, "idle"), "");
        await reportAll(session);
      },
    });
    expect(firedEvents.slice(-4)).toEqual(["Stop", "UserPromptSubmit", "Stop", "SessionEnd"]);
    const prompts = hookInputs.filter(({ hook_event_name: name }) => name === "UserPromptSubmit");
    expect(prompts[1]?.["prompt"]).toMatch(/^<task-notification>\n.*the build broke/s);
    expect(newTexts[2]?.join()).toContain("the build broke");
    const stops = hookInputs.filter(({ hook_event_name: name }) => name === "Stop");
    expect(stops.map(({ stop_hook_active: active }) => active)).toEqual([false, true]);
  });

  it("P12 the context of one that is not waited for goes with the next prompt", async () => {
    const context = { hookEventName: "PreToolUse", additionalContext: "found later" };
    const folders = newFolders();
    const ended = Promise.withResolvers<void>();
    const { newTexts } = await play({
      ...interactive,
      in: folders,
      ...on("PreToolUse", {
        async: true,
        command: `until [ -e idle ]; do sleep 0.02; done; echo '${JSON.stringify({ hookSpecificOutput: context })}'`,
      }),
      script: [[bash("echo one")], ["done"], ["again"]],
      emit: (event) => {
        if (event.type === "hook" && event.progress.type === "background-ended") ended.resolve();
      },
      afterPrompts: async (session) => {
        writeFileSync(join(folders.cwd, "idle"), "");
        await ended.promise;
        expect(await session.waitForAgents()).toBe(false);
        await session.prompt("next");
      },
    });
    expect(newTexts[1]?.join()).not.toContain("found later");
    expect(newTexts[2]?.join()).toContain("found later");
  });
});

testQuestions([
  {
    question: "agents that are started at a terminal",
    ask: async (profile) => {
      const { hookInputs } = await play({ ...withAgent, profile });
      const launched = hookInputs.find(
        ({ hook_event_name: name, tool_name: tool }) => name === "PostToolUse" && tool === "Agent",
      );
      return Object(launched?.["tool_response"]).status;
    },
    answers: { reference: "completed", "claude-code": "async_launched" },
  },
]);
