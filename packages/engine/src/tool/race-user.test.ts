import { describe, expect, it } from "vitest";
import { openHooks } from "../testing/open-hooks.ts";
import type { ToolCallOptions } from "./call-tool.ts";
import { QuestionClosed } from "./question-closed.ts";
import type { PermissionAnswer, PermissionReply } from "./tool-call.ts";

const answer = (decision: object) => ({
  hookSpecificOutput: { hookEventName: "PermissionRequest", decision },
});

/** A call whose question the user and one hook answer when the test says so. */
async function askBoth(
  say: PermissionAnswer | ((command: string) => PermissionAnswer) = "ask",
  options: Partial<ToolCallOptions<unknown>> = {},
) {
  const hook = Promise.withResolvers<object>();
  const user = Promise.withResolvers<PermissionReply>();
  const started = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<AbortSignal>();
  const late = Promise.withResolvers<string>();
  const questions: unknown[] = [];
  const callback = (_1: unknown, _2: unknown, signal: AbortSignal) => {
    started.resolve();
    const { promise, reject } = Promise.withResolvers<object>();
    signal.addEventListener("abort", () => reject(new Error("cancelled")));
    return Promise.race([hook.promise, promise]);
  };
  const { hooks, trace } = await openHooks({
    hooks: { PermissionRequest: [{ hooks: [{ type: "callback", label: "guard", callback }] }] },
  });
  const ran: unknown[] = [];
  const ended = hooks.tool(
    { name: "Bash", id: "call_1", input: { command: "ls" } },
    async (input) => ran.push(input),
    {
      asksAtOnce: true,
      permission: async ({ command }) => (typeof say === "function" ? say(String(command)) : say),
      onLateAnswer: (outcome) => late.resolve(outcome.then(({ action }) => action)),
      ...options,
      ask: (question) => {
        questions.push(question.call.input);
        if (question.signal) opened.resolve(question.signal);
        return user.promise;
      },
    },
  );
  await started.promise;
  return {
    answerAsHook: (decision: object) => hook.resolve(answer(decision)),
    answerAsUser: user.resolve,
    signal: await opened.promise,
    ended,
    late: late.promise,
    questions,
    ran,
    close: () => hooks.close(),
    /** What was recorded of the question: of the hooks, and of the user. */
    answers: () =>
      trace
        .records()
        .filter(({ event }) => event === "PermissionRequest")
        .map(({ kind, outcome, overridden, answer: given }) => ({
          kind,
          ...(outcome && { action: outcome.action }),
          ...(overridden && { overridden }),
          ...given,
        })),
  };
}

describe("E4 the user is asked while PermissionRequest hooks run", () => {
  it("hooks first: the call runs, and the question is closed with a reason that names the hook", async () => {
    const race = await askBoth();
    expect(race.signal.aborted).toBe(false);
    race.answerAsHook({ behavior: "allow", updatedInput: { command: "pwd" } });
    expect(await race.ended).toMatchObject({ action: "ran" });
    expect(race.ran).toEqual([{ command: "pwd" }]);
    expect(race.signal.reason).toBeInstanceOf(QuestionClosed);
    expect(race.signal.reason).toMatchObject({
      answer: "allowed",
      hooks: [{ label: "guard" }],
      message: "allowed by PermissionRequest hook guard",
    });
    race.answerAsUser(false);
    expect(race.answers()).toEqual([{ kind: "dispatch", action: "allow" }]);
  });

  it("a hook that denies first closes it too, with its message", async () => {
    const race = await askBoth();
    race.answerAsHook({ behavior: "deny", message: "not today" });
    expect(await race.ended).toMatchObject({ action: "refused", reasons: ["not today"] });
    expect(race.signal.reason).toMatchObject({ answer: "denied", reasons: ["not today"] });
  });

  it("P15 the user first: the hook runs on, its answer has no effect, and both are in the trace", async () => {
    const race = await askBoth();
    race.answerAsUser(true);
    expect(await race.ended).toMatchObject({ action: "ran", outcomes: [{}, {}] });
    expect(race.ran).toEqual([{ command: "ls" }]);
    race.answerAsHook({ behavior: "deny", message: "no" });
    expect(await race.late).toBe("deny");
    expect(race.signal.aborted).toBe(false);
    expect(race.answers()).toEqual([
      { kind: "answer", behavior: "allow", counts: true },
      { kind: "dispatch", action: "deny", overridden: "the user had answered before" },
    ]);
  });

  it("an interrupt after the user's answer does not end the hook", async () => {
    const turn = new AbortController();
    const race = await askBoth("ask", { signal: turn.signal });
    race.answerAsUser({ behavior: "deny", message: "no", interrupt: true });
    expect(await race.ended).toMatchObject({ action: "refused", interrupt: true, turn: "stop" });
    turn.abort();
    race.answerAsHook({ behavior: "allow" });
    expect(await race.late).toBe("allow");
  });

  it("P18 an interrupt before any answer ends the hook, and the call does not run", async () => {
    const turn = new AbortController();
    const race = await askBoth("ask", { signal: turn.signal });
    turn.abort();
    expect(await race.ended).toMatchObject({ action: "stopped" });
    expect(race.signal.aborted).toBe(true);
    expect(race.ran).toEqual([]);
  });

  it("without an answer of hooks the user's counts, and is in the trace", async () => {
    const race = await askBoth();
    race.answerAsHook({});
    race.answerAsUser({ behavior: "deny", message: "use ls -a" });
    expect(await race.ended).toMatchObject({ action: "refused", reasons: ["use ls -a"] });
    expect(race.answers()).toContainEqual({
      kind: "answer",
      behavior: "deny",
      message: "use ls -a",
      counts: true,
    });
  });

  it("G1 what only the user can answer stays open when a hook allows it", async () => {
    const race = await askBoth({ onlyUser: "a plan" });
    race.answerAsHook({ behavior: "allow" });
    race.answerAsUser(true);
    expect(await race.ended).toMatchObject({ action: "ran" });
    expect(race.signal.aborted).toBe(false);
    expect(race.questions).toHaveLength(1);
  });

  it("M9 a rewrite that an ask rule matches closes the question and asks again", async () => {
    const race = await askBoth((command) => (command === "rm" ? { ask: "rm?" } : "ask"));
    race.answerAsHook({ behavior: "allow", updatedInput: { command: "rm" } });
    await new Promise((resolve) => race.signal.addEventListener("abort", resolve));
    expect(race.signal.reason).toMatchObject({ answer: "rewrote", hooks: [{ label: "guard" }] });
    race.answerAsUser(true);
    expect(await race.ended).toMatchObject({ action: "ran" });
    expect(race.questions).toEqual([{ command: "ls" }, { command: "rm" }]);
  });

  it("a question that fails refuses the call and ends the hook", async () => {
    const race = await askBoth();
    race.answerAsUser(Promise.reject(new Error("the terminal is gone")) as never);
    await expect(race.ended).rejects.toThrow("the terminal is gone");
    expect(race.ran).toEqual([]);
  });
});
