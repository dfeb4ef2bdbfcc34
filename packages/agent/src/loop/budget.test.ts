import { systemClock } from "@snaphook/engine/internal";
import { describe, expect, it } from "vitest";
import { createModel } from "../model/create-model.ts";
import { messagesApi, type Turn } from "../model/testing/messages-api.ts";
import { play } from "./testing/play.ts";

/** Each answer of the test's server costs about $0.00008 with this model, and nothing is known about others. */
const known = "claude-sonnet-5-5";
const call: Turn = {
  blocks: [{ type: "tool_use", id: "t1", name: "Bash", input: { command: "ls" } }],
};
const done: Turn = { blocks: [{ type: "text", text: "done" }] };

async function spend(maxBudgetUsd: number, name: string, ...turns: readonly Turn[]) {
  const api = await messagesApi(...turns);
  const env = { ANTHROPIC_BASE_URL: api.url, ANTHROPIC_API_KEY: "key-1" };
  const model = () => createModel({ model: name, env, clock: systemClock });
  const { result, results, firedEvents } = await play({ model, maxBudgetUsd, prompts: ["a", "b"] });
  return { result, results, firedEvents, requests: api.received.length };
}

describe("--max-budget-usd", () => {
  it("E16 a turn ends without Stop before the request after the budget is spent", async () => {
    const { results, requests, firedEvents } = await spend(0.0001, known, call, call, call);
    expect(requests).toBe(2);
    expect(results).toMatchObject([
      {
        isError: true,
        subtype: "error_max_budget_usd",
        errors: [
          expect.stringMatching(/^the session has cost \$0\.00015\d*, and --max-budget-usd is/),
        ],
      },
      { isError: true, subtype: "error_max_budget_usd" },
    ]);
    expect(firedEvents).not.toContain("Stop");
  });

  it("a budget that is enough changes nothing", async () => {
    const { result, requests } = await spend(1, known, call, done);
    expect(result).toMatchObject({ isError: false, result: "done" });
    expect(requests).toBe(3);
  });

  it("a model without a known price cannot keep a budget, and says so", async () => {
    const { result, requests } = await spend(1, "some-model", call, done);
    expect(result.errors).toEqual([
      expect.stringMatching(/^--max-budget-usd cannot be kept.*the prices of some-model/),
    ]);
    expect(requests).toBe(1);
  });
});
