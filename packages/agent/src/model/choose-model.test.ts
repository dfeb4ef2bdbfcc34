import { describe, expect, it } from "vitest";
import { chooseModel, credentialVariables } from "./choose-model.ts";
import { createModel } from "./create-model.ts";
import { ModelUsageError } from "./model-usage-error.ts";
import { instantClock } from "./testing/requests.ts";

const key = { ANTHROPIC_API_KEY: "k" };

describe("chooseModel", () => {
  it.each([
    ["an id is an id", "claude-x", key, { kind: "anthropic", id: "claude-x" }],
    ["an alias is its id", "opus", key, { id: "claude-opus-5-5" }],
    [
      "an alias is what the user made of it",
      "haiku",
      { ...key, ANTHROPIC_DEFAULT_HAIKU_MODEL: "small-1" },
      { id: "small-1" },
    ],
    ["a name of every object is no alias", "toString", key, { id: "toString" }],
    [
      "without a name the environment's",
      undefined,
      { ...key, ANTHROPIC_MODEL: "m-1" },
      { id: "m-1" },
    ],
    ["a name goes first", "m-2", { ...key, ANTHROPIC_MODEL: "m-1" }, { id: "m-2" }],
    ["else our default", undefined, key, { id: "claude-sonnet-5-5" }],
    ["Anthropic's address", undefined, key, { baseURL: "https://api.anthropic.com/v1" }],
    [
      "another address",
      undefined,
      { ...key, ANTHROPIC_BASE_URL: "http://127.0.0.1:1234" },
      { baseURL: "http://127.0.0.1:1234/v1" },
    ],
    [
      "an address with /v1/",
      undefined,
      { ...key, ANTHROPIC_BASE_URL: "https://gate/anthropic/v1/" },
      { baseURL: "https://gate/anthropic/v1" },
    ],
    [
      "a server that speaks chat completions",
      undefined,
      { OPENAI_BASE_URL: "http://127.0.0.1:8080/v1" },
      { kind: "openai", baseURL: "http://127.0.0.1:8080/v1", apiKey: undefined },
    ],
    [
      "Anthropic goes before it",
      undefined,
      { ...key, OPENAI_BASE_URL: "http://127.0.0.1:8080/v1" },
      { kind: "anthropic" },
    ],
    [
      "unless it is named",
      "openai:gpt-x",
      { ...key, OPENAI_API_KEY: "o" },
      { kind: "openai", id: "gpt-x", baseURL: "https://api.openai.com/v1", apiKey: "o" },
    ],
    ["an empty variable is none", "script:a.json", { ANTHROPIC_API_KEY: "" }, { kind: "script" }],
  ])("%s", (_what, name, env, expected) => {
    expect(chooseModel(name, env)).toMatchObject(expected);
  });

  it("a misspelt prefix is reported with the right one; other colons belong to the name", () => {
    expect(() => chooseModel("scrpt:a.json", key)).toThrow(
      'the model "scrpt:a.json" has an unknown prefix "scrpt:"; did you mean script:a.json?',
    );
    expect(chooseModel("qwen2:7b", key)).toMatchObject({ kind: "anthropic", id: "qwen2:7b" });
  });

  it("a prefix that no provider has is reported if there is no server that could know the name", () => {
    expect(() => chooseModel("foo:bar", {})).toThrow(
      'the model "foo:bar": "foo:" is not a known provider; write script:FILE, openai:NAME, or the name of a model of Anthropic. If the server of OPENAI_BASE_URL or ANTHROPIC_BASE_URL knows this name, set that variable and its key',
    );
    expect(() => chooseModel("foo", {})).toThrow("no model is configured");
  });

  it("says exactly what to set when there is no model", async () => {
    const making = createModel({ model: undefined, env: {}, clock: instantClock() });
    await expect(making).rejects.toThrow(ModelUsageError);
    const error = await making.catch(String);
    for (const hint of [
      "ANTHROPIC_API_KEY",
      "ANTHROPIC_BASE_URL",
      "OPENAI_BASE_URL",
      "--model script:FILE",
    ])
      expect(error).toContain(hint);
  });

  it.each([
    ["sonnet", { ANTHROPIC_API_KEY: "" }, "set ANTHROPIC_API_KEY"],
    ["openai:gpt-x", key, "set OPENAI_BASE_URL"],
    ["script:", {}, "script:answers.json"],
    [
      undefined,
      { ...key, ANTHROPIC_BASE_URL: "localhost:80" },
      'ANTHROPIC_BASE_URL is "localhost:80"',
    ],
    [undefined, { OPENAI_BASE_URL: "http://" }, 'OPENAI_BASE_URL is "http://"'],
  ])("says what is wrong with %s and %o", (name, env, text) => {
    expect(() => chooseModel(name, env)).toThrow(text);
  });

  it("P7 names the variables that hold credentials", () => {
    const all = { ...key, ANTHROPIC_AUTH_TOKEN: "t", OPENAI_API_KEY: "o" };
    const anthropic = ["ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_API_KEY"];
    expect(credentialVariables(all)).toEqual([...anthropic, "OPENAI_API_KEY"]);
    expect(credentialVariables(all, "sonnet")).toEqual(anthropic);
    expect(credentialVariables(all, "openai:x")).toEqual(["OPENAI_API_KEY"]);
    expect(credentialVariables(all, "script:a.json")).toEqual([]);
    expect(credentialVariables({ ANTHROPIC_API_KEY: "" })).toEqual([]);
    expect(credentialVariables({}, "sonnet")).toEqual([]);
  });
});
