import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { textBlock } from "../../effects/hook-text.ts";
import { lastOf } from "../testing/play.ts";
import {
  type CheckedPrompt,
  createPromptQueue,
  messageOf,
  type QueuedPrompt,
  type QueueStep,
} from "./prompt-queue.ts";

const answers: readonly CheckedPrompt[] = [
  { do: "send", context: [textBlock("context")] },
  { do: "refuse", text: "no" },
  { do: "stop", reason: "enough" },
];

/** A queue whose hooks answer when the test says so. */
function open() {
  const checks = new Map<string, PromiseWithResolvers<CheckedPrompt>>();
  const steps = new Map<string, QueueStep>();
  const stops: string[] = [];
  const queue = createPromptQueue({
    joinsTurn: ({ text }) => !text.startsWith("/"),
    check({ text }, signal) {
      const check = Promise.withResolvers<CheckedPrompt>();
      checks.set(text, check);
      signal.addEventListener("abort", () => check.resolve({ do: "withdrawn" }));
      return check.promise;
    },
    stopTurn: (reason) => void stops.push(reason),
  });
  const add = (text: string) => queue.add(text).then((step) => void steps.set(text, step));
  return { queue, checks, steps, stops, add };
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

type Action =
  | { readonly do: "add"; readonly isCommand: boolean }
  | { readonly do: "answer"; readonly which: number; readonly answer: number }
  | { readonly do: "takeChecked" | "takeBack" | "interrupt"; readonly which: number };

const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant("add" as const), isCommand: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("answer" as const),
      which: fc.nat(9),
      answer: fc.nat(2),
    }),
  },
  fc.record({
    do: fc.constantFrom("takeChecked" as const, "takeBack" as const, "interrupt" as const),
    which: fc.nat(9),
  }),
);

/** Everything that happened to the prompts of a queue. */
function record() {
  const opened = open();
  const { queue, checks, add } = opened;
  const typed: string[] = [];
  const sent: string[] = [];
  const back: string[] = [];
  const answer = (which: number, answered: CheckedPrompt) =>
    checks.get(String(which))?.resolve(answered);
  const takeBack = (which: number) => {
    const id = queue.waiting()[which]?.id;
    if (id !== undefined) back.push(...queue.takeBack(id).map((prompt) => messageOf(prompt).text));
  };
  const send = (prompts: readonly QueuedPrompt[]) =>
    void sent.push(...prompts.map(({ message }) => message.text));
  const act = (one: Action) => {
    switch (one.do) {
      case "add":
        typed.push(`${one.isCommand ? "/" : ""}${typed.length}`);
        return void add(lastOf(typed));
      case "answer":
        return answer(one.which, answers[one.answer] ?? { do: "withdrawn" });
      case "takeChecked":
        return send(queue.takeChecked());
      case "interrupt":
        return queue.interrupt();
      case "takeBack":
        return takeBack(one.which);
    }
  };
  return { ...opened, typed, sent, back, act, send };
}

/** Lets hooks answer, and begins turns until no prompt waits. */
async function runOut({ queue, checks, send }: ReturnType<typeof record>): Promise<void> {
  for (const { resolve } of checks.values()) resolve({ do: "send", context: [] });
  for (let next = await queue.takeNext(); next.length > 0; next = await queue.takeNext()) {
    // A prompt that was not checked has a turn of its own.
    if (next.some(({ context }) => context === undefined)) expect(next).toHaveLength(1);
    send(next);
  }
  await settled();
}

const numberOf = (text: string) => Number(text.replace("/", ""));
const isGone = (step: QueueStep | undefined) => step !== undefined && step.do !== "queued";

describe("the queue of typed prompts", () => {
  it("G14 whatever happens, each prompt has one fate, and those that are sent keep their order", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { maxLength: 30 }), async (actions) => {
        const recorded = record();
        for (const one of actions) {
          recorded.act(one);
          await settled();
        }
        await runOut(recorded);
        const { queue, steps, typed, sent, back } = recorded;
        const numbers = sent.map(numberOf);
        expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
        for (const text of typed) {
          const isBack = back.includes(text) || isGone(steps.get(text));
          expect(sent.filter((one) => one === text)).toHaveLength(isBack ? 0 : 1);
        }
        expect(queue.waiting()).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it("G10 a hook that stops ends the turn that runs", async () => {
    const { queue, checks, steps, stops, add } = open();
    const added = add("one");
    expect(queue.waiting()).toMatchObject([{ prompt: "one", isBeingChecked: true }]);
    checks.get("one")?.resolve({ do: "stop", reason: "enough" });
    await added;
    expect(steps.get("one")).toEqual({ do: "stopped", reason: "enough" });
    expect(stops).toEqual(["enough"]);
  });
});
