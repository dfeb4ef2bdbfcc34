import { systemClock } from "@snaphook/engine/internal";
import { expect, it } from "vitest";
import { createModel } from "../model/create-model.ts";
import { plannedModel, promptOf } from "./testing/planned-model.ts";
import { play, specific } from "./testing/play.ts";

const script = { main: [["one"], ["two"], ["three"]], after: "done" };
const switches = ({ hookInputs }: Awaited<ReturnType<typeof play>>) =>
  hookInputs.filter((input) => String(input["hook_event_name"]).endsWith("ModelSwitch"));
const modelsOf = ({ events }: Awaited<ReturnType<typeof play>>) =>
  events.flatMap((event) => (event.type === "init" ? [event.model] : []));

it("PreModelSwitch PostModelSwitch /model changes the model of the prompts that follow, and no request is made for it", async () => {
  const played = await play({ script, prompts: ["first", "/model large", "second", "/model"] });
  const names = {
    to_model: "large",
    requested_model: "large",
    source: "command",
    context_tokens: expect.any(Number),
    prompt_cache_warm: true,
  };
  expect(switches(played)).toMatchObject([
    { hook_event_name: "PreModelSwitch", ...names },
    { hook_event_name: "PostModelSwitch", ...names },
  ]);
  expect(played.results.map(({ result, numTurns }) => [result, numTurns])).toEqual([
    ["one", 1],
    ["The model is now large", 0],
    ["two", 1],
    ["The model is large", 0],
  ]);
  expect(played.firedEvents.filter((name) => name === "UserPromptSubmit")).toHaveLength(2);
  const [first] = modelsOf(played);
  expect(switches(played)[0]?.["from_model"]).toBe(first);
  const systems = played.requests.map(({ request }) => request.system);
  expect(systems[0]).toContain(`Model: ${first}`);
  expect(systems[1]).toContain("Model: large");
});

it.each([
  ["exit 2 of a hook", { decision: "block", reason: "too dear" }],
  [
    "deny",
    specific("PreModelSwitch", {
      permissionDecision: "deny",
      permissionDecisionReason: "too dear",
    }),
  ],
  [
    "ask, because no one is asked",
    specific("PreModelSwitch", { permissionDecision: "ask", permissionDecisionReason: "too dear" }),
  ],
])("PreModelSwitch %s keeps the model, and the reason is the result", async (_, answer) => {
  const played = await play({
    script,
    prompts: ["/model large", "first"],
    answers: { PreModelSwitch: answer },
  });
  expect(played.results[0]).toMatchObject({ isError: true, numTurns: 0 });
  expect(played.results[0]?.result).toMatch(/still script:.*too dear/s);
  // The user reads the reason once, as a notice.
  expect(played.results[0]?.errors.join()).not.toContain("too dear");
  const notices = played.events.flatMap((event) => (event.type === "notice" ? [event.text] : []));
  expect(notices.filter((text) => text.includes("too dear"))).toHaveLength(1);
  expect(switches(played)).toMatchObject([{ hook_event_name: "PreModelSwitch" }]);
  expect(played.requests[0]?.request.system).not.toContain("Model: large");
});

it("PreModelSwitch a driver gets the refusal as an error, and the model that it asks for is used from the next prompt on", async () => {
  const refusals: string[] = [];
  const played = await play({
    script,
    prompts: ["first"],
    answers: {
      PreModelSwitch: (input) =>
        input["to_model"] === "large" ? { decision: "block", reason: "too dear" } : {},
    },
    afterPrompts: async (session) => {
      await session.setModel("large").catch((error: Error) => refusals.push(error.message));
      await session.setModel("small");
      await session.prompt("second");
      await session.setModel("default");
    },
  });
  expect(refusals).toEqual([expect.stringMatching(/still script:.*too dear/s)]);
  expect(switches(played)).toMatchObject([
    { to_model: "large", source: "sdk" },
    { to_model: "small", source: "sdk" },
    { hook_event_name: "PostModelSwitch", to_model: "small" },
    { from_model: "small", requested_model: "default" },
    { hook_event_name: "PostModelSwitch", requested_model: "default" },
  ]);
  expect(played.requests[1]?.request.system).toContain("Model: small");
});

it.each([
  ["/model sonet", "did you mean sonnet?"],
  ["/model two words", "contains a space"],
  ["/model script:", "script: needs the path of a JSON file"],
])("PreModelSwitch %s is answered with what is wrong, and no hook runs", async (prompt, text) => {
  const played = await play({
    prompts: [prompt, promptOf({ steps: [], answer: "done" })],
    model: async ({ requested, env }) =>
      requested === undefined
        ? plannedModel()
        : createModel({ model: requested, env, clock: systemClock }),
  });
  expect(played.results[0]).toMatchObject({ isError: true, result: expect.stringContaining(text) });
  expect(switches(played)).toEqual([]);
  expect(played.results[1]?.result).toBe("done");
});
