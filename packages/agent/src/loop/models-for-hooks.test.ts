import { expect, it } from "vitest";
import { messagesApi, saying } from "../model/testing/messages-api.ts";
import { modelsForHooks } from "./models-for-hooks.ts";

it("H2 a hook that is tried says at once that its model is asked again, and why", async () => {
  const api = await messagesApi({ status: 529, message: "Overloaded" }, saying('{"ok": true}'));
  const warnings: string[] = [];
  const env = { ANTHROPIC_BASE_URL: api.url, ANTHROPIC_API_KEY: "key-1" };
  const { model } = await modelsForHooks({
    model: "sonnet",
    env,
    warn: (text) => warnings.push(text),
  });
  const answer = await model.ask({
    model: undefined,
    prompt: "Is it fine?",
    conversation: [],
    schema: { type: "object" },
    signal: new AbortController().signal,
  });
  expect(answer).toBe('{"ok": true}');
  expect(warnings).toEqual([
    expect.stringMatching(
      /^asking the model again in 0\.\d s \(retry 1 of 10\): the model's server answered 529: Overloaded$/,
    ),
  ]);
});
