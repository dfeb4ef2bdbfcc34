import { expect, it } from "vitest";
import { callEnded, callStarted } from "../testing/agent-events.ts";
import type { OpenQuestion } from "./open-question.ts";
import { createStore } from "./store.ts";

it("the time of a call does not include the time in which the user was asked", () => {
  let now = 0;
  const store = createStore(() => now);
  const question: OpenQuestion = {
    id: 7,
    kind: "permission",
    question: {
      call: { name: "Bash", id: "1", input: { command: "ls" } },
      askedBy: { kind: "tool" },
      reasons: [],
      suggestions: [],
      offers: [],
      signal: new AbortController().signal,
    },
    before: undefined,
    answer() {},
  };
  store.dispatch({ type: "event", event: callStarted("1", "Bash", { command: "ls" }) });
  now = 100;
  store.dispatch({ type: "question-opened", question });
  now = 60_100;
  store.dispatch({ type: "question-closed", id: 7 });
  now = 60_350;
  store.dispatch({ type: "event", event: callEnded("1", "Bash", "ok") });
  expect(store.state().entries.at(-1)).toMatchObject({ kind: "tool", durationMs: 350 });
});
