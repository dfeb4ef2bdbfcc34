import { expect, it } from "vitest";
import { createBackgroundAgents } from "./background-agents.ts";

const agent = (id: string) => ({ id, type: "Explore", description: "look" });

const untilAborted = (signal: AbortSignal) =>
  new Promise<{ text: string; denials: [] }>((resolve) =>
    signal.addEventListener("abort", () => resolve({ text: "aborted", denials: [] })),
  );

it("G7 agents that have ended are reported together, once", async () => {
  const agents = createBackgroundAgents();
  expect(await agents.ready()).toBe(false);
  const denial = { tool_name: "Bash", tool_use_id: "t1", tool_input: {} };
  agents.start(agent("a"), async () => ({ text: "one", denials: [denial] }));
  agents.start(agent("b"), async () => ({ text: "two", denials: [] }));
  agents.start(agent("c"), untilAborted);
  expect(agents.running().map(({ id }) => id)).toEqual(["a", "b", "c"]);
  expect(await agents.ready()).toBe(true);
  expect(agents.take()).toEqual({ text: "one\n\ntwo", denials: [denial] });
  expect(agents.take()).toBeUndefined();
  await agents.end();
});

it("P13 the end of the session ends those that run, and none of them starts a turn after it", async () => {
  const agents = createBackgroundAgents();
  agents.start(agent("a"), untilAborted);
  const ready = agents.ready();
  expect(await agents.end()).toEqual([agent("a")]);
  expect(await ready).toBe(false);
  expect(agents.take()).toBeUndefined();
  expect(agents.running()).toEqual([]);
});
