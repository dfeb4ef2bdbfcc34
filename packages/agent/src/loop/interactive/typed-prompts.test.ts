import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { AgentEvent } from "../agent-event.ts";
import type { AgentSession } from "../agent-session.ts";
import { lastOf, play, specific, userTexts } from "../testing/play.ts";
import type { QueueStep } from "./prompt-queue.ts";

const bash = (command: string) => ({ tool: "Bash", input: { command } });
const interactive = { headless: false, profile: "claude-code" } as const;

/** A session in which something happens when an event is emitted for the first time. */
function when(happens: (event: AgentEvent) => boolean, act: (session: AgentSession) => void) {
  let session: AgentSession | undefined;
  let isDone = false;
  return {
    onOpen(opened: AgentSession) {
      session = opened;
    },
    emit(event: AgentEvent) {
      if (isDone || !session || !happens(event)) return;
      isDone = true;
      act(session);
    },
  };
}

const allTexts = (requests: readonly { readonly messages: Parameters<typeof userTexts>[0] }[]) =>
  requests.flatMap(({ messages }) => userTexts(messages)).join("\n");
const hookEnds = (name: string) => (event: AgentEvent) =>
  event.type === "hook" && event.progress.type === "run-ended" && event.progress.event === name;
const toolStarts = hookEnds("PreToolUse");
const modelHasAnswered = ({ type }: AgentEvent) => type === "assistant";

describe("a prompt that is typed while a turn runs", () => {
  it("E2 G14 fires UserPromptSubmit at once and becomes part of the turn with the next tool results, its context after it", async () => {
    const { events, firedEvents, requests, session, results } = await play({
      ...interactive,
      script: { main: [[bash("sleep 0.3")], ["both done"]] },
      answers: {
        UserPromptSubmit: [{}, specific("UserPromptSubmit", { additionalContext: "about it" })],
      },
      ...when(toolStarts, (open) => void open.queue.add("and this")),
    });
    expect(firedEvents).toEqual([
      "SessionStart",
      "UserPromptSubmit",
      "PreToolUse",
      "UserPromptSubmit",
      "PostToolUse",
      "PostToolBatch",
      "Stop",
      "SessionEnd",
    ]);
    expect(userTexts(lastOf(requests).messages).slice(-2)).toEqual([
      "and this",
      '<hook event="UserPromptSubmit">\nabout it\n</hook>',
    ]);
    expect(results).toHaveLength(1);
    expect(events.filter(({ type }) => type === "queued-sent")).toEqual([
      { type: "queued-sent", prompts: ["and this"], beginsTurn: false },
    ]);
    expect(session.queue.waiting()).toEqual([]);
  });

  it("E2 G14 begins the next turn after Stop if no tool call follows, without a second UserPromptSubmit", async () => {
    const { events, firedEvents, newTexts } = await play({
      ...interactive,
      script: { main: [["first"], ["second"]] },
      answers: {
        UserPromptSubmit: [{}, specific("UserPromptSubmit", { additionalContext: "about it" })],
      },
      ...when(modelHasAnswered, (open) => void open.queue.add("and this")),
      async afterPrompts(session) {
        expect(session.queue.waiting()).toMatchObject([{ prompt: "and this" }]);
        expect(await session.runQueued()).toMatchObject({ result: "second" });
        expect(await session.runQueued()).toBeUndefined();
      },
    });
    expect(firedEvents).toEqual([
      "SessionStart",
      "UserPromptSubmit",
      "UserPromptSubmit",
      "Stop",
      "Stop",
      "SessionEnd",
    ]);
    expect(newTexts).toEqual([
      ["hello"],
      ['<hook event="UserPromptSubmit">\nabout it\n</hook>', "and this"],
    ]);
    expect(events.filter(({ type }) => type === "queued-sent")).toEqual([
      { type: "queued-sent", prompts: ["and this"], beginsTurn: true },
    ]);
  });

  it("G5 G14 is not queued if a hook refuses it; the turn is not affected", async () => {
    const steps: Promise<QueueStep>[] = [];
    const { requests, result, session } = await play({
      ...interactive,
      script: { main: [[bash("sleep 0.3")], ["done"]] },
      answers: { UserPromptSubmit: [{}, { decision: "block", reason: "not now" }] },
      ...when(toolStarts, (open) => void steps.push(open.queue.add("and this"))),
    });
    const step = await steps[0];
    expect(step).toMatchObject({ do: "refused" });
    expect(step?.do === "refused" && step.text).toContain("not now");
    expect(step?.do === "refused" && step.text).toContain("The prompt was: and this");
    expect(session.queue.waiting()).toEqual([]);
    expect(result).toMatchObject({ result: "done", terminalReason: "completed" });
    expect(allTexts(requests)).not.toContain("and this");
  });

  it("G10 G14 a hook that stops ends the turn at its next step; the prompt is not queued", async () => {
    const steps: Promise<QueueStep>[] = [];
    const { requests, result } = await play({
      ...interactive,
      script: { main: [[bash("sleep 0.3")], ["done"]] },
      answers: { UserPromptSubmit: [{}, { continue: false, stopReason: "enough" }] },
      ...when(toolStarts, (open) => void steps.push(open.queue.add("and this"))),
    });
    expect(await steps[0]).toEqual({ do: "stopped", reason: "enough" });
    expect(result.terminalReason).toBe("hook_stopped");
    expect(requests).toHaveLength(1);
  });

  it("G14 can be taken back before the model gets it", async () => {
    const { requests, result } = await play({
      ...interactive,
      script: { main: [[bash("sleep 0.3")], ["done"]] },
      ...when(toolStarts, (open) => {
        void open.queue.add("and this").then(() => {
          expect(open.queue.waiting()).toMatchObject([
            { prompt: "and this", isBeingChecked: false },
          ]);
          expect(open.queue.takeBack()).toEqual(["and this"]);
        });
      }),
    });
    expect(result.result).toBe("done");
    expect(allTexts(requests)).not.toContain("and this");
  });

  it("G14 waits for its own turn if it is a command, and fires its events there", async () => {
    const { hookInputs, results } = await play({
      ...interactive,
      files: { ".claude/commands/greet.md": "Say hello to $ARGUMENTS" },
      script: { main: [[bash("sleep 0.2")], ["done"], ["greeted"]] },
      ...when(toolStarts, (open) => void open.queue.add("/greet Ada")),
      async afterPrompts(session) {
        expect(await session.runQueued()).toMatchObject({ result: "greeted" });
      },
    });
    const events = hookInputs.map(({ hook_event_name }) => hook_event_name);
    expect(events.slice(-5)).toEqual([
      "Stop",
      "UserPromptSubmit",
      "UserPromptExpansion",
      "Stop",
      "SessionEnd",
    ]);
    expect(results).toHaveLength(1);
  });
});

describe("an interrupt in an interactive session", () => {
  const interrupting = (happens: (event: AgentEvent) => boolean) =>
    when(happens, (session) => setImmediate(() => session.interrupt()));

  it("G14 withdraws a prompt whose request was sent and not answered; the next prompt replaces it", async () => {
    const { results, requests, firedEvents } = await play({
      ...interactive,
      prompts: ["first try", "second try"],
      script: { main: [{ blocks: ["late"], delayMs: 5000 }, ["done"]] },
      answers: {
        SessionStart: specific("SessionStart", { additionalContext: "from the start" }),
      },
      ...interrupting((event) => event.type === "user"),
    });
    expect(results[0]).toMatchObject({
      terminalReason: "aborted_streaming",
      withdrawnPrompts: ["first try"],
    });
    expect(userTexts(lastOf(requests).messages)).toEqual([
      '<hook event="SessionStart">\nfrom the start\n</hook>',
      "second try",
    ]);
    expect(firedEvents.filter((name) => name === "Stop")).toHaveLength(1);
  });

  it("G14 withdraws a prompt whose UserPromptSubmit hooks run", async () => {
    const { results, requests } = await play({
      ...interactive,
      prompts: ["first try", "second try"],
      script: { main: [["done"]] },
      userSettings: {
        hooks: { UserPromptSubmit: [{ hooks: [{ type: "command", command: "sleep 5" }] }] },
      },
      ...when(
        (event) => event.type === "hook" && event.progress.type === "run-started",
        (session) => {
          setTimeout(() => session.interrupt(), 100);
          void delay(500).then(() => session.interrupt());
        },
      ),
    });
    expect(results[0]).toMatchObject({ withdrawnPrompts: ["first try"] });
    expect(allTexts(requests)).not.toContain("first try");
  });
});
