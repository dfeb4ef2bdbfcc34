import { expect, it } from "vitest";
import { callEnded, callStarted } from "../testing/agent-events.ts";
import { permissionQuestion } from "../testing/permission-question.ts";
import { createStore } from "./store.ts";

it("the time of a call does not include the time in which the user was asked", () => {
  let now = 0;
  const store = createStore(() => now);
  const question = { ...permissionQuestion("Bash", { command: "ls" }), id: 7 };
  store.dispatch({ type: "event", event: callStarted("t1", "Bash", { command: "ls" }) });
  now = 100;
  store.dispatch({ type: "question-opened", question });
  now = 60_100;
  store.dispatch({ type: "question-closed", id: 7 });
  now = 60_350;
  store.dispatch({ type: "event", event: callEnded("t1", "Bash", "ok") });
  expect(store.state().entries.at(-1)).toMatchObject({ kind: "tool", durationMs: 350 });
});
