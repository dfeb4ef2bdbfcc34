import { describe, expect, it } from "vitest";
import { createModel } from "./create-model.ts";
import { describeHookModel } from "./describe-hook-model.ts";
import { hookModelChoice } from "./hook-model-choice.ts";
import { messagesApi, saying, type Turn } from "./testing/messages-api.ts";
import { instantClock, user } from "./testing/requests.ts";

const request = () => ({
  purpose: "hook-prompt" as const,
  system: "",
  messages: [user("Is it safe?")],
  tools: [],
  signal: new AbortController().signal,
});
const unknown = { status: 404, type: "not_found_error", message: "model: small-1" };

/** Asks twice, wherever the requests were meant to go. */
async function askingTwice(
  turns: readonly Turn[],
  env: Readonly<Record<string, string>>,
  named?: string,
) {
  const api = await messagesApi(...turns);
  const keyed = { ANTHROPIC_API_KEY: "key-1", ...env };
  const model = await createModel({
    model: "claude-main",
    env: keyed,
    clock: instantClock(),
    fetch: (url, init) => {
      const { pathname } = new URL(url instanceof Request ? url.url : url);
      return fetch(new URL(pathname, api.url), init);
    },
  });
  const warnings: string[] = [];
  const ask = hookModelChoice({ model, env: keyed, warn: (text) => void warnings.push(text) });
  const answers = [await ask(named, request()), await ask(named, request())];
  return {
    answers: answers.map(({ model }) => model),
    asked: api.received.map(({ body }) => body["model"]),
    warnings,
  };
}

describe("H2 the model of a hook", () => {
  it("H2 is the small one of Anthropic's own service", async () => {
    expect(await askingTwice([saying("{}")], {})).toEqual({
      answers: ["claude-haiku-5-5", "claude-haiku-5-5"],
      asked: ["claude-haiku-5-5", "claude-haiku-5-5"],
      warnings: [],
    });
  });

  it("H2 is the main one at another address, unless a variable names a small one", async () => {
    const elsewhere = { ANTHROPIC_BASE_URL: "http://127.0.0.1:1" };
    const { asked } = await askingTwice([saying("{}")], elsewhere);
    expect(asked).toEqual(["claude-main", "claude-main"]);
    const small = { ...elsewhere, ANTHROPIC_DEFAULT_HAIKU_MODEL: "small-1" };
    expect((await askingTwice([saying("{}")], small)).asked).toEqual(["small-1", "small-1"]);
  });

  it("H2 is the main one if the server does not know the small one, which is reported once", async () => {
    const env = { ANTHROPIC_DEFAULT_HAIKU_MODEL: "small-1" };
    const { asked, answers, warnings } = await askingTwice([unknown, unknown, saying("{}")], env);
    expect(answers).toEqual(["claude-main", "claude-main"]);
    // E16: a failed request is sent again.
    expect(asked).toEqual(["small-1", "small-1", "claude-main", "claude-main"]);
    expect(warnings).toEqual([expect.stringMatching(/does not know .* small-1.*claude-main/)]);
  });

  it("H2 that a hook names is not replaced, and other errors are not hidden", async () => {
    await expect(askingTwice([unknown], {}, "claude-named")).rejects.toThrow("404");
    const broken = { status: 401, message: "no key" };
    await expect(askingTwice([broken], {})).rejects.toThrow("401");
  });

  it.each([
    ["opus", {}, "claude-opus-5-5"],
    [undefined, { ANTHROPIC_API_KEY: "k" }, "claude-haiku-5-5"],
    [undefined, { ANTHROPIC_DEFAULT_HAIKU_MODEL: "small-1" }, "small-1"],
    [
      undefined,
      { ANTHROPIC_API_KEY: "k", ANTHROPIC_BASE_URL: "http://127.0.0.1:1" },
      "the session's main model",
    ],
    [undefined, { OPENAI_API_KEY: "k" }, "the session's main model"],
    [undefined, {}, "the session's main model"],
  ])("H2 is described: %s with %j is %s", (named, env, expected) => {
    expect(describeHookModel(named, env)).toBe(expected);
  });
});
