import type { AgentOptions } from "@snaphook/agent";
import { expect, it } from "vitest";
import type { Entry } from "../state/entry.ts";
import { testSession } from "./testing/test-session.ts";

/** The entries of a session after one prompt that hooks answer like this. */
async function entriesAfter(...answers: readonly object[]): Promise<readonly Entry[]> {
  const hooks = { UserPromptSubmit: [{ hooks: answers.map((answer) => () => answer) }] };
  const { leave, ended, store, until } = testSession(
    { main: [], after: "the answer" },
    { hooks: hooks as NonNullable<AgentOptions["hooks"]> },
    { prompt: "deploy it" },
  );
  await until(({ lastResult, turn }) => lastResult !== undefined && turn.state === "idle");
  leave();
  await ended;
  return store.state().entries.slice(1);
}

it("G5 a refused prompt is said to be refused, above the reason", async () => {
  const entries = await entriesAfter({ decision: "block", reason: "not on Fridays" });
  expect(entries).toMatchObject([
    { kind: "notice", text: "the prompt was refused; it is back in the input line" },
    { kind: "hook", text: expect.stringContaining("not on Fridays") },
  ]);
});

it("G5 the reason is shown once, also if another hook has something to say", async () => {
  const entries = await entriesAfter(
    { decision: "block", reason: "not on Fridays" },
    { systemMessage: "another one" },
  );
  const texts = entries.flatMap((entry) => ("text" in entry ? [String(entry.text)] : []));
  expect(texts.filter((text) => text.includes("another one"))).toHaveLength(1);
  expect(texts.filter((text) => text.includes("not on Fridays"))).toHaveLength(1);
});

it("G10 the reason of a hook that stops the turn is shown once", async () => {
  const entries = await entriesAfter({ continue: false, stopReason: "not on Fridays" });
  const texts = entries.flatMap((entry) => ("text" in entry ? String(entry.text) : []));
  expect(texts.filter((text) => text.includes("not on Fridays"))).toEqual([
    expect.stringContaining("stopped the turn: not on Fridays"),
  ]);
});
