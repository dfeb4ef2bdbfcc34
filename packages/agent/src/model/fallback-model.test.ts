import { expect, it } from "vitest";
import { createModelWithFallback } from "./fallback-model.ts";
import { messagesApi, saying, type Turn } from "./testing/messages-api.ts";
import { instantClock, request } from "./testing/requests.ts";

async function asking(fallback: string | undefined, ...turns: readonly Turn[]) {
  const api = await messagesApi(...turns);
  const warnings: string[] = [];
  const model = await createModelWithFallback({
    model: "claude-opus-5-5",
    fallback,
    env: { ANTHROPIC_BASE_URL: api.url, ANTHROPIC_API_KEY: "key-1" },
    clock: instantClock(),
    emit: (event) => {
      if (event.type === "notice") warnings.push(event.text);
    },
  });
  const models = () => api.received.map(({ body }) => body["model"]);
  return { model, warnings, models };
}

const busy: Turn = { status: 529 };

it("E16 after four failures the fallback answers, for the rest of the session, and the user is told", async () => {
  const turns = [busy, busy, busy, busy, saying("here"), saying("again")];
  const { model, warnings, models } = await asking("haiku", ...turns);
  expect(await model.answer(request())).toMatchObject({ content: [{ text: "here" }] });
  expect(await model.answer(request())).toMatchObject({ content: [{ text: "again" }] });
  const [main, other] = ["claude-opus-5-5", "claude-haiku-5-5"];
  expect(models()).toEqual([main, main, main, main, other, other]);
  expect(model.spending?.()).toMatchObject({
    totalUsd: expect.closeTo(0.000_007_8, 6),
    models: { [other]: { usage: { input_tokens: 20 } } },
  });
  expect(warnings).toEqual([
    expect.stringMatching(`^${main} does not answer, so ${other} is used`),
  ]);
});

it("a main model that answers is not replaced", async () => {
  const { model, warnings, models } = await asking("haiku", busy, saying("here"));
  await model.answer(request());
  expect(models()).toEqual(["claude-opus-5-5", "claude-opus-5-5"]);
  expect(warnings).toEqual([]);
});

it.each([400, 401])(
  "a request that is refused with %i is not sent to another model",
  async (status) => {
    const { model, warnings } = await asking("haiku", { status }, { status }, saying("no"));
    await expect(model.answer(request())).rejects.toThrow(String(status));
    expect(warnings).toEqual([]);
  },
);

it("the main model as its own fallback is an error", async () => {
  await expect(asking("opus")).rejects.toThrow("which is the main model too");
});
