import { describe, expect, it } from "vitest";
import { bashCall, oneHook, openHooks } from "../../testing/open-hooks.ts";
import type { AgentQuestion } from "./interfaces.ts";

function agentSaying(answer: unknown) {
  const asked: AgentQuestion[] = [];
  const agent = {
    async run(question: AgentQuestion) {
      asked.push(question);
      return answer;
    },
  };
  return { agent, asked };
}

const check = oneHook("PreToolUse", { type: "agent", prompt: "Look: $ARGUMENTS", model: "m1" });

describe("agent hooks", () => {
  it("H3 the agent gets the question, the model, and the transcript of the agent that fired the event", async () => {
    const { agent, asked } = agentSaying({ ok: true });
    const user = { hooks: { ...(check["hooks"] as object) } };
    const { hooks } = await openHooks({ user, agent, transcriptPath: "/t/main.jsonl" });
    expect(await hooks.fire("PreToolUse", bashCall())).toMatchObject({ action: "proceed" });
    const stopping = await openHooks({
      user: oneHook("SubagentStop", { type: "agent", prompt: "Done?" }),
      agent,
      transcriptPath: "/t/main.jsonl",
    });
    await stopping.hooks
      .scope({ agentId: "a1", agentType: "Explore" })
      .fire("SubagentStop", { stop_hook_active: false, agent_transcript_path: "/t/a1.jsonl" });
    expect(asked).toMatchObject([
      {
        model: "m1",
        prompt: expect.stringMatching(/^Look: \{"session_id":"session-1"/),
        transcriptPath: "/t/main.jsonl",
        schema: { required: ["ok"] },
      },
      { model: undefined, transcriptPath: "/t/a1.jsonl" },
    ]);
  });

  it.each(["reference", "claude-code"] as const)(
    "H3 ok: false blocks, the turn continues, and the model sees only the reason (%s)",
    async (profile) => {
      const { agent } = agentSaying({ ok: false, reason: "tests fail" });
      const { hooks } = await openHooks({ user: check, agent, profile });
      const outcome = await hooks.fire("PreToolUse", bashCall());
      expect(outcome).toMatchObject({ action: "refuse", turn: "continue" });
      expect("reasons" in outcome && outcome.reasons[0]).toMatch(/tests fail$/);
      expect("reasons" in outcome && outcome.reasons[0]).not.toContain("[Look");
    },
  );

  it("H3 with a tool result the model sees the label too", async () => {
    const { agent } = agentSaying({ ok: false, reason: "wrong" });
    const user = oneHook("PostToolUse", { type: "agent", prompt: "Right?" });
    const { hooks } = await openHooks({ user, agent });
    expect(await hooks.fire("PostToolUse", { ...bashCall(), tool_response: {} })).toMatchObject({
      action: "continue",
      reasons: ["[Right?]: wrong"],
    });
  });

  it.each([
    ["answers nothing", undefined, "not {ok, reason}"],
    ["answers in another shape", { answer: "yes" }, "not {ok, reason}"],
    ["fails", new Error("overloaded"), "overloaded"],
  ])("H3 an agent that %s blocks nothing", async (_how, answer, detail) => {
    const run = async () => {
      if (answer instanceof Error) throw answer;
      return answer;
    };
    const { hooks, trace } = await openHooks({ user: check, agent: { run } });
    expect(await hooks.fire("PreToolUse", bashCall())).toMatchObject({ action: "proceed" });
    expect(trace.records()[0]?.ran[0]).toMatchObject({
      ending: "non-blocking-error",
      failure: { kind: "model-error", detail: expect.stringContaining(detail) },
    });
  });

  it("H3 an agent that ends without an answer is cancelled, and blocks only if the hook says so", async () => {
    const run = async () => {
      throw new DOMException("no answer after 50 turns", "AbortError");
    };
    const { hooks, trace } = await openHooks({ user: check, agent: { run } });
    expect(await hooks.fire("PreToolUse", bashCall())).toMatchObject({ action: "proceed" });
    expect(trace.records()[0]?.ran[0]).toMatchObject({
      ending: "cancelled",
      failure: { kind: "gave-up", detail: "no answer after 50 turns" },
    });
    const strict = oneHook("PreToolUse", { type: "agent", prompt: "x", onFailure: "block" });
    const guarded = await openHooks({ user: strict, agent: { run } });
    expect(await guarded.hooks.fire("PreToolUse", bashCall())).toMatchObject({ action: "refuse" });
  });

  it("E23 for the calls of an agent hook, hooks that ask a model are left out; the user sees it once", async () => {
    const asked: string[] = [];
    const user = {
      hooks: {
        PreToolUse: [
          {
            hooks: [
              { type: "agent", prompt: "Safe?\nLook twice." },
              { type: "prompt", prompt: "Fine?" },
              { type: "command", command: "echo guarded >&2; exit 2" },
            ],
          },
        ],
      },
    };
    const { hooks, trace } = await openHooks({
      user,
      agent: { run: async () => void asked.push("agent") },
      model: { ask: async () => void asked.push("prompt") },
    });
    const inside = hooks.scope({ agentId: "a1", insideAgentHook: true });
    const first = await inside.fire("PreToolUse", bashCall());
    expect(first).toMatchObject({ action: "refuse" });
    expect(asked).toEqual([]);
    const shown = ({ messages }: typeof first) =>
      messages.filter(({ kind }) => kind === "warning").map(({ text }) => text);
    expect(shown(first)).toEqual([
      expect.stringMatching(/^PreToolUse Safe\?… did not run: .*agent hook/),
      expect.stringMatching(/^PreToolUse Fine\? did not run: .*agent hook/),
    ]);
    expect(shown(await inside.fire("PreToolUse", bashCall()))).toEqual([]);
    expect(trace.records()[0]).toMatchObject({
      held: [{ reason: "inside-agent-hook" }, { reason: "inside-agent-hook" }],
    });
    const { hooks: explained } = await inside.explain("PreToolUse", bashCall());
    expect(explained.map(({ state }) => state)).toEqual([
      "inside-agent-hook",
      "inside-agent-hook",
      "would-run",
    ]);
  });

  it("H3 an agent has 60 seconds, past its limit it is cancelled, and a host without one says so", async () => {
    const agent = { run: () => new Promise(() => {}) };
    const user = oneHook("PreToolUse", { type: "agent", prompt: "x", timeout: 0.05 });
    const { hooks, trace } = await openHooks({ user, agent });
    await hooks.fire("PreToolUse", bashCall());
    expect(trace.records()[0]?.ran[0]).toMatchObject({ ending: "cancelled" });
    const none = await openHooks({ user: check });
    await none.hooks.fire("PreToolUse", bashCall());
    expect(none.trace.records()[0]?.ran[0]).toMatchObject({
      limitMs: 60_000,
      failure: { detail: "the host has no agent for agent hooks" },
    });
  });

  it("H6 in code the question may be a function of the messages", async () => {
    const { agent, asked } = agentSaying({ ok: false, reason: "not yet" });
    const messages = [{ role: "user", content: "hello" }];
    const { hooks, trace } = await openHooks({
      agent,
      conversation: () => messages,
      hooks: {
        Stop: [
          {
            hooks: [
              {
                type: "agent",
                timeout: 5,
                async prompt(said) {
                  return `Of ${said.length} messages, $ARGUMENTS`;
                },
              },
            ],
          },
        ],
      },
    });
    expect(await hooks.fire("Stop", { stop_hook_active: false })).toMatchObject({
      action: "continue",
      reasons: [expect.stringMatching(/not yet$/)],
    });
    expect(asked[0]?.prompt).toMatch(/^Of 1 messages, \{"session_id"/);
    expect(trace.records()[0]?.ran[0]).toMatchObject({
      type: "agent",
      label: "prompt",
      limitMs: 5000,
    });
  });

  it("H6 a question that throws is a failure; two functions are two hooks, one function is one", async () => {
    const { agent, asked } = agentSaying({ ok: true });
    const ask = () => "same";
    const broken = () => {
      throw new Error("no messages");
    };
    const { hooks, trace } = await openHooks({
      agent,
      hooks: {
        Stop: [
          {
            hooks: [
              { type: "agent", prompt: ask },
              { type: "agent", prompt: ask },
              { type: "agent", prompt: () => "same" },
              { type: "agent", prompt: broken, label: "broken one" },
            ],
          },
        ],
      },
    });
    await hooks.fire("Stop", { stop_hook_active: false });
    expect(asked).toHaveLength(2);
    expect(trace.records()[0]).toMatchObject({
      ran: [
        { ending: "success" },
        { ending: "success" },
        { label: "broken one", failure: { detail: "no messages" } },
      ],
      merged: [{ label: "ask" }],
    });
  });
});
