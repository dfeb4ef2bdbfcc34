import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { createHooks } from "../engine.ts";
import type { Hooks } from "../hooks.ts";

type Callback = () => unknown;

/** Hooks of code alone. */
async function hooksOf(callbacks: readonly Callback[]): Promise<Hooks> {
  const here = import.meta.dirname;
  const hooks = await createHooks({
    cwd: here,
    home: here,
    sessionId: "s1",
    hooks: {
      PreToolUse: [
        {
          hooks: callbacks.map((callback, index) => ({
            type: "callback",
            callback,
            label: `hook ${index}`,
            statusMessage: "checking",
          })),
        },
      ],
    },
  });
  onTestFinished(async () => void (await hooks.close()));
  return hooks;
}
const call = { tool_name: "Bash", tool_input: { command: "ls" }, tool_use_id: "call_1" };
const decided = (permissionDecision: string, own: object = {}) => ({
  hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision, ...own },
});

describe("a whole dispatch", () => {
  it("P1, P3 the outcome does not depend on which hook finishes first (permutations of 5)", async () => {
    const answers: unknown[] = [];
    let turns: PromiseWithResolvers<void>[] = [];
    const hooks = await hooksOf(
      [0, 1, 2, 3, 4].map((index) => async () => {
        await turns[index]?.promise;
        return answers[index];
      }),
    );
    /** Lets the hooks finish one after another in the given order. */
    async function fireInOrder(order: readonly number[]) {
      turns = answers.map(() => Promise.withResolvers<void>());
      const fired = hooks.fire("PreToolUse", call);
      for (const index of order) {
        turns[index]?.resolve();
        await new Promise(setImmediate);
      }
      return fired;
    }
    const anyAnswer = fc.oneof(
      fc.constant(undefined),
      fc.constant({ continue: false, stopReason: "enough" }),
      fc.constant({ decision: "block", reason: "old" }),
      fc
        .tuple(fc.constantFrom("allow", "ask", "deny"), fc.string(), fc.string())
        .map(([word, permissionDecisionReason, command]) =>
          decided(word, { permissionDecisionReason, updatedInput: { command } }),
        ),
    );
    const inOrder = [0, 1, 2, 3, 4];
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyAnswer, { minLength: 5, maxLength: 5 }),
        fc.shuffledSubarray(inOrder, { minLength: 5 }),
        async (said, order) => {
          answers.splice(0, 5, ...said);
          expect(await fireInOrder(order)).toEqual(await fireInOrder(inOrder));
        },
      ),
      { numRuns: 120 },
    );
  });

  it("section 9, P14, U3, start and end of a run: a report each for listeners, and no text in the outcome", async () => {
    const hooks = await hooksOf([() => ({})]);
    const heard: unknown[] = [];
    hooks.on((progress) =>
      heard.push([
        progress.type,
        progress.type === "run-started" ? progress.statusMessage : undefined,
        progress.type === "run-ended" ? progress.recorded : undefined,
      ]),
    );
    const { messages } = await hooks.fire("PreToolUse", call);
    expect(messages).toEqual([]);
    expect(heard).toEqual([
      ["run-started", "checking", undefined],
      ["run-ended", undefined, "success"],
    ]);
  });

  it("Q1 the difference from the other profile is in the outcome", async () => {
    const hooks = await hooksOf([() => ({ continue: false, stopReason: "enough" })]);
    const outcome = await hooks.fire("PreToolUse", call);
    expect(outcome).toMatchObject({
      action: "stop",
      divergence: {
        profile: "claude-code@2.1.325",
        questions: ["stopReasonReaches", "stopBeforeTool"],
        action: "proceed",
        differs: { action: "proceed", permission: "undecided", turn: "stop" },
      },
    });
    const same = await hooksOf([() => decided("deny")]);
    expect((await same.fire("PreToolUse", call)).divergence).toBeUndefined();
  });
});
