import { describe, expect, it } from "vitest";
import { bashCall, oneHook, openHooks } from "../../testing/open-hooks.ts";
import type { ModelQuestion } from "./interfaces.ts";

/** A model that gives a fixed answer and records its questions. */
function modelSaying(answer: unknown) {
  const asked: ModelQuestion[] = [];
  const model = {
    async ask(question: ModelQuestion) {
      asked.push(question);
      return answer;
    },
  };
  return { model, asked };
}

const prompt = (text = "Is it safe? $ARGUMENTS", more: object = {}) =>
  oneHook("PreToolUse", { type: "prompt", prompt: text, ...more });

/** Fires PreToolUse at a prompt hook whose model gives an answer. */
async function answered(answer: unknown, { user = prompt(), ...more } = {}) {
  const { model, asked } = modelSaying(answer);
  const { hooks, trace, world } = await openHooks({ user, model, ...more });
  const outcome = await hooks.fire("PreToolUse", bashCall("$ARGUMENTS $& ls"));
  return { outcome, run: trace.records()[0]?.ran[0], question: asked[0], world };
}

const proceeds = { action: "proceed", permission: "undecided" };
const expectedInput = (cwd: string) =>
  JSON.stringify({
    session_id: "session-1",
    cwd,
    hook_event_name: "PreToolUse",
    ...bashCall("$ARGUMENTS $& ls"),
  });

describe("prompt hooks", () => {
  it("H2 every $ARGUMENTS is the input, and the input is not read again", async () => {
    const user = prompt("a $ARGUMENTS b $ARGUMENTS");
    const { question, world } = await answered({ ok: true }, { user });
    const input = expectedInput(world.project);
    expect(question?.prompt).toBe(`a ${input} b ${input}`);
  });

  it("H2 without $ARGUMENTS the input is appended", async () => {
    const { question, world } = await answered({ ok: true }, { user: prompt("Safe?") });
    expect(question?.prompt).toBe(`Safe?\n\nARGUMENTS: ${expectedInput(world.project)}`);
  });

  it("H2 the model is the one the hook names, and otherwise the host's choice", async () => {
    const named = await answered({ ok: true }, { user: prompt("x", { model: "small-1" }) });
    expect(named.question?.model).toBe("small-1");
    expect((await answered({ ok: true })).question?.model).toBeUndefined();
  });

  it("H2 the question has the schema of the answer, and no conversation before a tool", async () => {
    const { question } = await answered({ ok: true }, { conversation: () => ["said"] } as object);
    expect(question).toMatchObject({ conversation: [], schema: { required: ["ok"] } });
  });

  it.each(["Stop", "SubagentStop"] as const)(
    "H2 on %s the conversation of the agent that ended goes first",
    async (event) => {
      const { model, asked } = modelSaying({ ok: true });
      const user = oneHook(event, { type: "prompt", prompt: "Done?" });
      const { hooks } = await openHooks({ user, model, conversation: () => ["main"] });
      const agent = { agentId: "a1", agentType: "Explore", conversation: () => ["its own"] };
      const input = { stop_hook_active: false, last_assistant_message: "done", agent_type: "x" };
      await hooks.fire(event, input);
      await hooks.scope(agent).fire(event, input);
      expect(asked.map(({ conversation }) => conversation)).toEqual([["main"], ["its own"]]);
    },
  );

  it("H2 ok: true is no opinion", async () => {
    const { outcome, run } = await answered({ ok: true, reason: "fine" });
    expect(outcome).toMatchObject(proceeds);
    expect(run).toMatchObject({ ending: "success", decision: "none" });
  });

  it("H2 ok: false blocks; the model sees the label in brackets and the reason", async () => {
    const { outcome, run } = await answered({ ok: false, reason: "it deletes" });
    const text = "[Is it safe? $ARGUMENTS]: it deletes";
    expect(outcome).toMatchObject({ action: "refuse", reasons: [text], turn: "continue" });
    expect(outcome.messages).toContainEqual(
      expect.objectContaining({ audience: "model", kind: "reason", text }),
    );
    expect(run).toMatchObject({ ending: "blocking" });
  });

  it("section 12: ok: false also ends the turn, in some profiles and unless the hook says otherwise", async () => {
    const profile = "claude-code" as const;
    expect(
      (await answered({ ok: false, reason: "no" }, { profile } as object)).outcome,
    ).toMatchObject({ action: "refuse", turn: "stop" });
    const user = prompt("x", { continueOnBlock: true });
    const goesOn = await answered({ ok: false, reason: "no" }, { profile, user } as object);
    expect(goesOn.outcome).toMatchObject({ action: "refuse", turn: "continue" });
  });

  it.each([
    ["bare", '{"ok": false, "reason": "no"}'],
    ["with space around it", '\n {"ok": false, "reason": "no"}\n'],
    ["in a fence", 'Here:\n```json\n{"ok": false, "reason": "no"}\n```\nDone.'],
    ["in a fence without a language", '```\n{"ok": false, "reason": "no"}\n```'],
    ["in a fence on one line", '```json {"ok": false, "reason": "no"}```'],
    ["after a given brace", '"ok": false, "reason": "no"}'],
  ])("H2 an object in a text is an answer: %s", async (_how, answer) => {
    expect((await answered(answer)).outcome).toMatchObject({ action: "refuse" });
  });

  it("H2 a fence inside a reason is part of the reason", async () => {
    const reason = "use ```sh\nls\n``` instead";
    const { outcome } = await answered(JSON.stringify({ ok: false, reason }));
    expect(outcome).toMatchObject({ reasons: [`[Is it safe? $ARGUMENTS]: ${reason}`] });
  });

  it.each([
    ["no JSON", "I think it is fine"],
    ["nothing", undefined],
    ["an empty text", ""],
    ["a list", [1]],
    ["null", "null"],
    ["no ok", { reason: "no" }],
    ["an ok that is a text", { ok: "false" }],
    ["a reason that is a number", { ok: false, reason: 7 }],
  ])("H2 an invalid answer blocks nothing: %s", async (_what, answer) => {
    const { outcome, run } = await answered(answer);
    expect(outcome).toMatchObject(proceeds);
    expect(run).toMatchObject({ ending: "non-blocking-error", failure: { kind: "model-error" } });
  });

  it("section 12: some profiles accept an answer in the form of a command hook", async () => {
    const answer = { decision: "block", reason: "no" };
    expect((await answered(answer)).outcome).toMatchObject({ action: "refuse" });
    const other = { profile: "claude-code" } as object;
    expect((await answered(answer, other)).outcome).toMatchObject(proceeds);
  });

  it.each([
    ["rejects", () => Promise.reject(new Error("529 overloaded")), "529 overloaded"],
    [
      "throws",
      () => {
        throw new Error("no key");
      },
      "no key",
    ],
  ])("H2 a model that %s blocks nothing", async (_how, ask, detail) => {
    const { hooks, trace } = await openHooks({ user: prompt(), model: { ask } });
    expect(await hooks.fire("PreToolUse", bashCall())).toMatchObject(proceeds);
    expect(trace.records()[0]?.ran[0]).toMatchObject({
      ending: "non-blocking-error",
      failure: { kind: "model-error", detail },
    });
  });

  it("H2 past its limit the question is cancelled, and its signal is aborted", async () => {
    let signal: AbortSignal | undefined;
    const model = {
      ask(question: ModelQuestion) {
        signal = question.signal;
        return new Promise(() => {});
      },
    };
    const { hooks, trace } = await openHooks({ user: prompt("x", { timeout: 0.05 }), model });
    expect(await hooks.fire("PreToolUse", bashCall())).toMatchObject(proceeds);
    expect(trace.records()[0]?.ran[0]).toMatchObject({
      ending: "cancelled",
      failure: { kind: "timed-out" },
      end: { limitMs: 50 },
    });
    expect(signal?.aborted).toBe(true);
  });

  it("H2 a host without a model, or whose conversation fails, breaks no dispatch", async () => {
    const { hooks } = await openHooks({ user: prompt() });
    const outcome = await hooks.fire("PreToolUse", bashCall());
    expect(outcome).toMatchObject(proceeds);
    expect(outcome.messages[0]?.text).toContain("the host has no model");
    const { model } = modelSaying({ ok: false });
    const failing = await openHooks({
      user: oneHook("Stop", { type: "prompt", prompt: "Done?" }),
      model,
      conversation() {
        throw new Error("no transcript");
      },
    });
    expect(await failing.hooks.fire("Stop", { stop_hook_active: false })).toMatchObject({
      action: "finish",
    });
  });

  it("H9 on an event without prompt hooks the hook is skipped, with a diagnostic", async () => {
    const { model, asked } = modelSaying({ ok: false });
    const user = oneHook("SessionStart", { type: "prompt", prompt: "x" });
    const { hooks } = await openHooks({ user, model });
    expect(await hooks.fire("SessionStart", { source: "startup" })).toMatchObject({
      action: "continue",
    });
    expect(asked).toEqual([]);
    expect(hooks.config.snapshot().diagnostics).toMatchObject([{ code: "type-not-here" }]);
  });

  it("H9 async on a prompt hook is reported, and the hook runs normally", async () => {
    const { model } = modelSaying({ ok: false, reason: "no" });
    const { hooks } = await openHooks({ user: prompt("x", { async: true }), model });
    expect(hooks.config.snapshot().diagnostics).toMatchObject([{ code: "async-ignored" }]);
    expect(await hooks.fire("PreToolUse", bashCall())).toMatchObject({ action: "refuse" });
  });

  it("H1 a prompt has 30 seconds unless it says otherwise", async () => {
    expect((await answered({ ok: true })).run?.limitMs).toBe(30_000);
  });
});
