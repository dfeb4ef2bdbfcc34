import type { CallbackHandler } from "@snaphook/protocol";
import { describe, expect, it } from "vitest";
import type { HookCallback } from "../../config/code-hooks.ts";
import type { HooksOptions } from "../../hooks.ts";
import { bashCall, openHooks } from "../../testing/open-hooks.ts";

const proceeds = { action: "proceed", permission: "undecided" };
const deny = {
  hookSpecificOutput: {
    hookEventName: "PreToolUse",
    permissionDecision: "deny",
    permissionDecisionReason: "no",
  },
};

const before = (
  ...hooks: readonly (CallbackHandler | HookCallback<"PreToolUse">)[]
): Pick<HooksOptions, "hooks"> => ({ hooks: { PreToolUse: [{ hooks }] } });

/** Fires PreToolUse at a callback. */
async function returned(
  callback: CallbackHandler["callback"],
  { timeout, profile }: { timeout?: number; profile?: "claude-code" } = {},
) {
  const { hooks, trace } = await openHooks({
    ...before({ type: "callback", callback, timeout }),
    ...(profile && { profile }),
  });
  const outcome = await hooks.fire("PreToolUse", bashCall());
  return { outcome, run: trace.records()[0]?.ran[0] };
}

describe("callbacks", () => {
  it("H6 a callback gets the input, the call's id, a signal and its place in the plan", async () => {
    const calls: unknown[][] = [];
    const { hooks, world } = await openHooks({
      hooks: {
        PreToolUse: [
          { hooks: [(...all) => void calls.push(all), (...all) => void calls.push(all)] },
        ],
        SessionStart: [{ hooks: [(...all) => void calls.push(all)] }],
      },
    });
    await hooks.fire("PreToolUse", bashCall());
    await hooks.fire("SessionStart", { source: "startup" });
    const input = {
      session_id: "session-1",
      cwd: world.project,
      hook_event_name: "PreToolUse",
      ...bashCall(),
    };
    expect(calls).toMatchObject([
      [input, "call_1", { aborted: false }, 0],
      [input, "call_1", { aborted: false }, 1],
      [{ source: "startup" }, undefined, { aborted: false }, 0],
    ]);
  });

  it("H6 code that throws an AbortError is cancelled; the action proceeds and the user sees it", async () => {
    const { outcome, run } = await returned(() => AbortSignal.abort().throwIfAborted());
    expect(outcome).toMatchObject({ action: "proceed", permission: "undecided" });
    expect(run).toMatchObject({ ending: "cancelled", end: { how: "gaveUp" } });
    expect(outcome.messages).toMatchObject([{ audience: "user", kind: "failure" }]);
    const check = () => Promise.reject(new DOMException("given up", "AbortError"));
    const { hooks, trace } = await openHooks({
      hooks: { Stop: [{ hooks: [{ type: "function", callback: check, errorMessage: "no" }] }] },
      conversation: () => [],
    });
    expect(await hooks.fire("Stop", { stop_hook_active: false })).toMatchObject({
      action: "finish",
    });
    expect(trace.records()[0]?.ran[0]).toMatchObject({ ending: "cancelled" });
  });

  it("H6 a callback that changes its input does not change it for others", async () => {
    const given = bashCall();
    const seen: unknown[] = [];
    const { hooks } = await openHooks(
      before(
        (input) => {
          (input["tool_input"] as { command: string }).command = "changed";
        },
        (input) => void seen.push(input["tool_input"]),
      ),
    );
    expect(await hooks.fire("PreToolUse", given)).toMatchObject({ input: { command: "ls" } });
    expect(seen).toEqual([{ command: "ls" }]);
    expect(given).toEqual(bashCall());
  });

  it("H6 it returns an answer, at once or later", async () => {
    expect((await returned(() => deny)).outcome).toMatchObject({
      action: "refuse",
      reasons: ["no"],
    });
    expect((await returned(async () => deny)).outcome).toMatchObject({ action: "refuse" });
    expect(
      (await returned(() => ({ continue: false, stopReason: "enough" }))).outcome,
    ).toMatchObject({
      action: "stop",
      reason: "enough",
    });
  });

  it.each([
    ["{async: true}", { async: true }],
    ["{async: true} beside a decision", { async: true, ...deny }],
    ["nothing", undefined],
    ["null", null],
    ["an empty object", {}],
  ])("H6 %s decides nothing", async (_what, answer) => {
    const { outcome, run } = await returned(() => answer);
    expect(outcome).toMatchObject(proceeds);
    expect(run).toMatchObject({ ending: "success" });
  });

  it.each([
    ["a text", "deny", "invalid-output"],
    ["true", true, "invalid-output"],
    ["a list", [deny], "invalid-output"],
    ["a bad word", { decision: "maybe" }, "invalid-output"],
    ["another event's answer", { hookSpecificOutput: { hookEventName: "Stop" } }, "wrong-event"],
  ])("H6 %s is a failure that blocks nothing", async (_what, answer, kind) => {
    const { outcome, run } = await returned(() => answer);
    expect(outcome).toMatchObject(proceeds);
    expect(run).toMatchObject({ ending: "non-blocking-error", failure: { kind } });
  });

  it.each([
    [
      "throws",
      () => {
        throw new Error("broken");
      },
      "broken",
    ],
    [
      "throws a text",
      () => {
        throw "text";
      },
      "text",
    ],
    [
      "throws an error without a message",
      () => {
        throw new TypeError();
      },
      "TypeError",
    ],
    ["rejects", () => Promise.reject(new Error("later")), "later"],
  ])("H6 a callback that %s is a failure that blocks nothing", async (_how, callback, detail) => {
    const { outcome, run } = await returned(callback);
    expect(outcome).toMatchObject(proceeds);
    expect(run).toMatchObject({ ending: "non-blocking-error", failure: { detail } });
  });

  it("H6 past its limit in milliseconds it is cancelled, whether or not it handles the signal", async () => {
    let signal: AbortSignal | undefined;
    const never: CallbackHandler["callback"] = (_input, _id, given) => {
      signal = given;
      return new Promise(() => {});
    };
    const { outcome, run } = await returned(never, { timeout: 30 });
    expect(outcome).toMatchObject(proceeds);
    expect(run).toMatchObject({
      ending: "cancelled",
      end: { how: "timedOut", limitMs: 30 },
      failure: { kind: "timed-out" },
    });
    expect(signal?.aborted).toBe(true);
  });

  it("section 12: past its limit it blocks the tool in some profiles", async () => {
    const never = () => new Promise(() => {});
    const { outcome } = await returned(never, { timeout: 30, profile: "claude-code" });
    expect(outcome).toMatchObject({ action: "refuse" });
  });

  it("H6 a rejection after the limit has no effect", async () => {
    const late = Promise.withResolvers<never>();
    const { run } = await returned(() => late.promise, { timeout: 10 });
    expect(run).toMatchObject({ ending: "cancelled" });
    late.reject(new Error("too late"));
    await new Promise(setImmediate);
  });

  it("P18 an abort cancels it and stops the call; an earlier abort prevents its start", async () => {
    const begun = Promise.withResolvers<void>();
    let calls = 0;
    const { hooks, trace } = await openHooks(
      before(() => {
        calls += 1;
        begun.resolve();
        return new Promise(() => {});
      }),
    );
    const controller = new AbortController();
    const { signal } = controller;
    const outcome = hooks.fire("PreToolUse", bashCall(), { signal });
    await begun.promise;
    controller.abort();
    expect(await outcome).toMatchObject({ action: "stop" });
    expect(await hooks.fire("PreToolUse", bashCall(), { signal })).toMatchObject({
      action: "stop",
    });
    expect(calls).toBe(1);
    expect(trace.records()).toMatchObject([
      { ran: [{ ending: "cancelled" }] },
      { ran: [{ ending: "cancelled" }] },
    ]);
  });

  it("H1 a callback has 60 seconds unless it says otherwise", async () => {
    expect((await returned(() => ({}))).run?.limitMs).toBe(60_000);
  });
});

describe("functions", () => {
  const atStop = (callback: (messages: readonly unknown[], signal: AbortSignal) => unknown) =>
    openHooks({
      conversation: () => ["one", "two"],
      hooks: {
        Stop: [
          { hooks: [{ type: "function", callback, errorMessage: "run the tests", timeout: 30 }] },
        ],
      },
    });
  const ended = { stop_hook_active: false, last_assistant_message: "done" };

  it("H6 a function gets the messages, and a truthy result lets the agent finish", async () => {
    const seen: unknown[] = [];
    const { hooks } = await atStop((messages, signal) => seen.push(messages, signal.aborted));
    expect(await hooks.fire("Stop", ended)).toMatchObject({ action: "finish" });
    expect(seen).toEqual([["one", "two"], false]);
  });

  it.each([false, undefined, 0, "", null])("H6 %s blocks with its message", async (answer) => {
    const { hooks, trace } = await atStop(async () => answer);
    expect(await hooks.fire("Stop", ended)).toMatchObject({
      action: "continue",
      reasons: ["run the tests"],
    });
    expect(trace.records()[0]?.ran[0]).toMatchObject({ ending: "blocking" });
  });

  it.each([undefined, "", "  "])(
    "H6 its message %j is replaced by one that names it",
    async (errorMessage) => {
      const handler = { type: "function", callback: () => false, errorMessage, label: "tests ran" };
      const { hooks } = await openHooks({
        conversation: () => [],
        hooks: { Stop: [{ hooks: [handler as never] }] },
      });
      expect(await hooks.fire("Stop", ended)).toMatchObject({
        action: "continue",
        reasons: ["[tests ran]: its check failed"],
      });
    },
  );

  it("H6 without a conversation, or on another event, it fails, and the user sees it", async () => {
    let calls = 0;
    const callback = () => {
      calls += 1;
      return false;
    };
    const check = { type: "function", callback, errorMessage: "no", label: "check" } as const;
    const { hooks } = await openHooks({
      hooks: { Stop: [{ hooks: [check] }], PreToolUse: [{ hooks: [check] }] },
    });
    const atEnd = await hooks.fire("Stop", ended);
    expect(atEnd).toMatchObject({ action: "finish" });
    const elsewhere = await hooks.fire("PreToolUse", bashCall());
    expect(elsewhere).toMatchObject(proceeds);
    expect([...atEnd.messages, ...elsewhere.messages]).toMatchObject([
      { audience: "user", kind: "failure", text: expect.stringContaining("no conversation") },
      { audience: "user", kind: "failure", text: expect.stringContaining("not on PreToolUse") },
    ]);
    expect(calls).toBe(0);
  });

  it.each([
    [
      "throws",
      () => {
        throw new Error("broken");
      },
      "non-blocking-error",
    ],
    ["rejects", () => Promise.reject(new Error("broken")), "non-blocking-error"],
    ["never settles", () => new Promise(() => {}), "cancelled"],
  ])("H6 a function that %s blocks nothing", async (_how, callback, ending) => {
    const { hooks, trace } = await atStop(callback);
    expect(await hooks.fire("Stop", ended)).toMatchObject({ action: "finish" });
    expect(trace.records()[0]?.ran[0]).toMatchObject({ ending });
  });
});
