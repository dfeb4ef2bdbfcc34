import { expect, it } from "vitest";
import type { AgentSession } from "../loop/agent-session.ts";
import type { Prompt } from "../loop/prompt.ts";
import { nextTurn } from "./next-turn.ts";
import { turnResult } from "./testing/events.ts";

/** A session whose agents end when the test says so. */
function agentsOf() {
  let ended = 0;
  let running = 0;
  let wake = () => {};
  const session = {
    waitsForInput: () => () => {},
    userIsActive() {},
    async waitForAgents() {
      if (ended === 0 && running > 0)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      return ended > 0;
    },
    async reportAgents() {
      ended = 0;
      return turnResult({ result: "report" });
    },
    prompt: async (prompt: Prompt) => turnResult({ result: String(prompt) }),
  } as unknown as AgentSession;
  return {
    session,
    start() {
      running += 1;
    },
    end() {
      running -= 1;
      ended += 1;
      wake();
    },
  };
}

it("an input that comes first is the next turn; agents that end meanwhile are reported after it", async () => {
  const agents = agentsOf();
  const inputs: Promise<Prompt | undefined>[] = [
    Promise.resolve("one"),
    new Promise(() => {}),
    Promise.resolve(undefined),
  ];
  const next = nextTurn(agents.session, { next: () => inputs.shift() as (typeof inputs)[0] });
  agents.start();
  expect((await (await next())?.result)?.result).toBe("one");
  agents.end();
  expect((await (await next())?.result)?.result).toBe("report");
});

it("after the last input the agents that still run are waited for", async () => {
  const agents = agentsOf();
  const next = nextTurn(agents.session, { next: async () => undefined });
  agents.start();
  const turn = next();
  agents.end();
  expect((await (await turn)?.result)?.result).toBe("report");
  expect(await next()).toBeUndefined();
});
