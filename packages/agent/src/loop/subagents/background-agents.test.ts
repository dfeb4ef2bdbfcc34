import { expect, it } from "vitest";
import { type AgentPlace, createBackgroundAgents } from "./background-agents.ts";

const agent = (id: string, teammate?: string) => ({
  id,
  type: "Explore",
  description: "look",
  ...(teammate === undefined ? {} : { teammate }),
});

const untilAborted = ({ signal }: AgentPlace) =>
  new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));

const denial = { tool_name: "Bash", tool_use_id: "t1", tool_input: {} };
const report = (text: string, ofTeam = false) => ({ text, denials: [denial], ofTeam });

it("G7 agents that have ended are reported together, once; messages of teammates apart from them", async () => {
  const agents = createBackgroundAgents();
  expect(await agents.ready()).toBe(false);
  agents.start(agent("a"), async () => agents.report(report("one")));
  agents.start(agent("b"), async () => agents.report(report("two")));
  agents.start(agent("c"), untilAborted);
  agents.report(report("hello", true));
  expect(agents.running().map(({ id }) => id)).toEqual(["a", "b", "c"]);
  expect(await agents.ready()).toBe(true);
  expect(agents.take()).toEqual({ text: "one\n\ntwo", denials: [denial, denial], ofTeam: false });
  expect(agents.takeOfTeam()).toEqual([report("hello", true)]);
  expect(agents.take()).toBeUndefined();
  await agents.end();
});

it("E11 an idle agent is not waited for, and one that works again is", async () => {
  const agents = createBackgroundAgents();
  let place: AgentPlace | undefined;
  agents.start(agent("a", "reader"), (given) => {
    place = given;
    return untilAborted(given);
  });
  const ready = agents.ready();
  place?.setIdle(true);
  expect(await ready).toBe(false);
  expect(agents.running()).toEqual([]);
  place?.setIdle(false);
  expect(agents.running()).toEqual([agent("a", "reader")]);
  agents.report(report("done", true));
  expect(await agents.ready()).toBe(true);
  await agents.end();
});

it("P13 all can be ended, or teammates alone; what no model read is returned at the end", async () => {
  const agents = createBackgroundAgents();
  agents.start(agent("a"), untilAborted);
  agents.start(agent("b", "reader"), untilAborted);
  agents.report(report("unread"));
  agents.report(report("hello", true));
  expect(await agents.end("teammates")).toEqual({
    running: [agent("b", "reader")],
    unread: [report("hello", true)],
  });
  expect(await agents.end()).toEqual({ running: [agent("a")], unread: [report("unread")] });
  expect(await agents.ready()).toBe(false);
  expect(agents.running()).toEqual([]);
});
