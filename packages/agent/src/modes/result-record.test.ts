import { expect, it } from "vitest";
import { createLedger } from "../model/cost/create-ledger.ts";
import { anthropicPrices, pricesIn } from "../model/cost/price-list.ts";
import { failureRecord, resultRecord } from "./result-record.ts";
import { turnResult } from "./testing/events.ts";

const usage = {
  input_tokens: 10,
  output_tokens: 5,
  cache_creation_input_tokens: 3,
  cache_read_input_tokens: 2,
};

it("a result has the cost of the session and of each model", () => {
  const models = { "model-1": { usage, webSearches: 1, costUsd: 0.5 } };
  expect(
    resultRecord(turnResult({ spending: { totalUsd: 0.5, knownUsd: 0.5, models } })),
  ).toMatchObject({
    total_cost_usd: 0.5,
    modelUsage: {
      "model-1": {
        inputTokens: 10,
        outputTokens: 5,
        cacheReadInputTokens: 2,
        cacheCreationInputTokens: 3,
        webSearchRequests: 1,
        costUSD: 0.5,
      },
    },
  });
});

it("the context window of a model is the published one, else what the agent itself assumes", () => {
  const ledger = createLedger((id) => pricesIn(anthropicPrices, id));
  for (const id of ["claude-opus-5", "claude-haiku-4-5-20251001", "claude-sonnet-4-5", "own-model"])
    ledger.add(id, usage);
  const { modelUsage } = resultRecord(turnResult({ spending: ledger.spending() }));
  expect(modelUsage).toMatchObject({
    "claude-opus-5": { contextWindow: 1_000_000 },
    "claude-haiku-4-5-20251001": { contextWindow: 200_000 },
  });
  for (const id of ["claude-sonnet-4-5", "own-model"])
    expect(modelUsage).toHaveProperty([id, "contextWindow"], 200_000);
});

it("a cost that is not known is null, with the reason and the part that is known", () => {
  const models = { "model-1": { usage, webSearches: 0, costUsd: null } };
  const spending = { totalUsd: null, knownUsd: 0.25, unknownBecause: "no price", models };
  expect(resultRecord(turnResult({ spending }))).toMatchObject({
    total_cost_usd: null,
    cost_unknown_because: "no price",
    known_cost_usd: 0.25,
    modelUsage: { "model-1": { costUSD: null } },
  });
});

it("a session that fails before it begins costs nothing; later the cost is not known", () => {
  expect(failureRecord("no key", "before")).toMatchObject({ total_cost_usd: 0 });
  expect(failureRecord("broken", "after")).toMatchObject({
    total_cost_usd: 0,
    cost_unknown_because: "the session failed before its cost was added up",
  });
});

it("the usage of a result has every field that programs expect", () => {
  const fields = resultRecord(turnResult({ usage }))["usage"];
  expect(fields).toMatchObject({
    ...usage,
    cache_creation: { ephemeral_1h_input_tokens: 0, ephemeral_5m_input_tokens: 3 },
    server_tool_use: { web_search_requests: 0, web_fetch_requests: 0 },
    service_tier: "standard",
  });
  expect(Object.values(fields as object)).not.toContain(null);
});

it("the call that a hook deferred is in the result", () => {
  const deferredCall = { type: "tool_use", id: "t1", name: "Bash", input: {} } as const;
  expect(resultRecord(turnResult({ deferredCall }))).toMatchObject({
    deferred_tool_use: { id: "t1", name: "Bash", input: {} },
  });
});
