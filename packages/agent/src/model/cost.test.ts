import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createLedger } from "./cost/create-ledger.ts";
import { anthropicPrices, pricesDate, pricesIn } from "./cost/price-list.ts";
import { createModel } from "./create-model.ts";
import { defaultModels, modelId } from "./model-ids.ts";
import { chatCompletionsApi } from "./testing/chat-completions-api.ts";
import { messagesApi, saying, type Turn } from "./testing/messages-api.ts";
import { instantClock, request } from "./testing/requests.ts";
import { noUsage } from "./usage.ts";

async function asking(id: string, ...turns: readonly Turn[]) {
  const api = await messagesApi(...turns);
  const env = { ANTHROPIC_BASE_URL: api.url, ANTHROPIC_API_KEY: "key-1" };
  return createModel({ model: id, env, clock: instantClock() });
}

/** 10 input tokens, 5 output tokens, 3 written to the cache and 2 read from it, as the test's server reports. */
const sonnetUsd = (10 * 2 + 5 * 10 + 3 * 2.5 + 2 * 0.2) / 1e6;

describe("what requests cost", () => {
  it("every token has its price, and all purposes are added up per model", async () => {
    const model = await asking("claude-sonnet-5-5", saying("hi"));
    expect(model.spending?.()).toEqual({ totalUsd: 0, knownUsd: 0, models: {} });
    await model.answer(request());
    await model.answer(request({ purpose: "side" }));
    await model.answer(request({ purpose: "hook-prompt", model: "claude-haiku-5-5" }));
    const spending = model.spending?.();
    expect(spending?.models["claude-sonnet-5-5"]).toEqual({
      usage: {
        input_tokens: 20,
        output_tokens: 10,
        cache_creation_input_tokens: 6,
        cache_read_input_tokens: 4,
      },
      webSearches: 0,
      costUsd: 0.0001558,
    });
    expect(spending?.totalUsd).toBeCloseTo(2 * sonnetUsd + sonnetUsd / 20, 6);
    expect(spending?.unknownBecause).toBeUndefined();
  });

  it("a model that is not in the price list has no cost, and the reason names the list's date", async () => {
    const model = await asking("some-model", saying("hi"));
    await model.answer(request());
    await model.answer(request({ model: "claude-sonnet-5-5" }));
    const spending = model.spending?.();
    expect(spending).toMatchObject({
      totalUsd: null,
      knownUsd: 0.0000779,
      models: { "some-model": { costUsd: null }, "claude-sonnet-5-5": { costUsd: 0.0000779 } },
    });
    expect(spending?.unknownBecause).toBe(
      `the prices of some-model are not in the price list of ${pricesDate}`,
    );
  });

  it("E16 a refused request is free; one that breaks off makes the total unknown", async () => {
    const refused = await asking("claude-sonnet-5-5", { status: 529 }, saying("hi"));
    await refused.answer(request());
    expect(refused.spending?.()).toMatchObject({ totalUsd: 0.0000779 });
    const broken = { blocks: [{ type: "text", text: "h" }], breaksAt: 1 } as const;
    const retried = await asking("claude-sonnet-5-5", broken, saying("hi"));
    await retried.answer(request());
    expect(retried.spending?.()).toMatchObject({
      totalUsd: null,
      knownUsd: 0.0000779,
      unknownBecause: "a request ended before the server reported how many tokens it used",
    });
  });

  it("a server that is not OpenAI's has its own prices, which are not known", async () => {
    const api = await chatCompletionsApi({ blocks: [{ type: "text", text: "hi" }] });
    const env = { OPENAI_BASE_URL: api.url };
    const model = await createModel({ model: "openai:gpt-5", env, clock: instantClock() });
    await model.answer(request());
    expect(model.spending?.()).toMatchObject({ totalUsd: null, models: { "gpt-5": {} } });
  });

  it("a long prompt has other prices where the list says so", () => {
    const ledger = createLedger((id) => pricesIn(anthropicPrices, id));
    ledger.add("claude-haiku-5-5", { ...noUsage, input_tokens: 100_000 });
    expect(ledger.spending().totalUsd).toBe(0.01);
    ledger.add("claude-haiku-5-5", {
      ...noUsage,
      input_tokens: 1,
      cache_read_input_tokens: 100_000,
    });
    expect(ledger.spending().totalUsd).toBe(0.01 + 0.0000005 + 0.005);
  });

  it("searches of the web cost a cent each", () => {
    const ledger = createLedger((id) => pricesIn(anthropicPrices, id));
    ledger.add("claude-opus-5-5", noUsage, 3);
    expect(ledger.spending().totalUsd).toBe(0.03);
  });

  it("the default models have prices, with and without a date in their id", () => {
    for (const name of [defaultModels.anthropic, "opus", "haiku"])
      expect(pricesIn(anthropicPrices, modelId(name, {}))).toBeDefined();
    expect(pricesIn(anthropicPrices, "claude-haiku-4-5-20251001")).toMatchObject({ input: 1 });
    expect(pricesIn(anthropicPrices, "constructor")).toBeUndefined();
    expect(pricesDate).toMatch(/^\d{4}-\d\d-\d\d$/);
  });

  it("the total is never less than a part, and never 0 when tokens were used", () => {
    const tokens = fc.record({
      input_tokens: fc.nat(1e7),
      output_tokens: fc.nat(1e6),
      cache_creation_input_tokens: fc.nat(1e6),
      cache_read_input_tokens: fc.nat(1e7),
    });
    const ids = fc.constantFrom(...Object.keys(anthropicPrices));
    fc.assert(
      fc.property(fc.array(fc.tuple(ids, tokens), { minLength: 1 }), (requests) => {
        const ledger = createLedger((id) => pricesIn(anthropicPrices, id));
        for (const [id, usage] of requests) ledger.add(id, usage);
        const { totalUsd, models } = ledger.spending();
        const used = requests.some(([, usage]) => Object.values(usage).some((count) => count > 0));
        expect((totalUsd ?? 0) > 0).toBe(used);
        for (const { costUsd } of Object.values(models))
          expect(totalUsd ?? 0).toBeGreaterThanOrEqual((costUsd ?? 0) - 1e-8);
      }),
    );
  });
});
