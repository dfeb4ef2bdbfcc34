import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Clock, systemClock } from "@snaphook/engine/internal";
import { describe, expect, it, type TestContext } from "vitest";
import type { AssistantBlock } from "../../conversation/message.ts";
import { createModel } from "../../model/create-model.ts";
import type { LoopbackServer } from "../../model/testing/loopback-server.ts";
import type { AgentEvent } from "../agent-event.ts";
import type { AgentOptions } from "../agent-options.ts";
import { play } from "../testing/play.ts";
import type { Fault, ProviderName } from "./fault.ts";
import { faults } from "./faults.ts";
import { faultyServer } from "./faulty-server.ts";

/** Time passes a hundred times faster: a minute of silence is 600 ms. */
const fastClock: Clock = {
  ...systemClock,
  after: (ms, callback, options) => systemClock.after(ms / 100, callback, options),
};

const modelOf =
  (provider: ProviderName, { url }: LoopbackServer, { reply }: Fault): AgentOptions["model"] =>
  ({ emit }) => {
    const isSilent = reply.do === "stall" && reply.at !== "after-last-event";
    const limit = isSilent ? "60000" : "6000000";
    return createModel({
      model: provider === "anthropic" ? "claude-sonnet-5-5" : "openai:local",
      env: {
        ...(provider === "anthropic"
          ? { ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: "key-1" }
          : { OPENAI_BASE_URL: url }),
        API_TIMEOUT_MS: limit,
        CLAUDE_STREAM_IDLE_TIMEOUT_MS: limit,
        CLAUDE_CODE_MAX_RETRIES: "10",
      },
      clock: fastClock,
      emit,
    });
  };

const text = "Ich prüfe 漢字 😀.";
const final = "Fertig: 漢字 geprüft 🎉.";
const answers: readonly (readonly AssistantBlock[])[] = [
  [
    { type: "text", text },
    { type: "tool_use", id: "t1", name: "Bash", input: { command: "echo ran >> ran.txt" } },
  ],
  [{ type: "text", text: final }],
];

/** Plays a session of one call against a server with a fault. */
async function session(test: TestContext, provider: ProviderName, fault: Fault, from = 0) {
  const server = await faultyServer(provider, fault, answers, { from, test });
  const played = await play({ model: modelOf(provider, server, fault) });
  const { hookInputs, events, cwd } = played;
  const callsOf = (event: string) =>
    hookInputs.flatMap((input) =>
      input["hook_event_name"] === event ? [input["tool_use_id"]] : [],
    );
  const retries = events.flatMap((event) => (event.type === "retry" ? [event.reason] : []));
  const ran = () => readFileSync(join(cwd, "ran.txt"), "utf8");
  return { ...played, server, callsOf, retries, ran };
}

/** Silence is reported while it lasts, before it is given up. */
const silences = (events: readonly AgentEvent[]): readonly string[] =>
  events.flatMap((event) =>
    event.type === "notice" && event.text.includes("has sent nothing for 30 s") ? [event.text] : [],
  );

/** What the model said. */
const textsOf = (events: readonly AgentEvent[]): readonly string[] =>
  events
    .flatMap((event) => (event.type === "assistant" ? event.message.content : []))
    .flatMap((block) => (block.type === "text" ? [block.text] : []));

const cases = faults.flatMap((fault) =>
  fault.providers.map((provider) => [provider, fault.name, fault] as const),
);
const lasting = cases.filter(([, , { expected }]) => expected.then === "fails");
const passing = cases.filter(([, , { expected }]) => expected.then !== "fails");

it("there are at least 50 faults for each provider", () => {
  for (const name of ["anthropic", "openai"])
    expect(cases.filter(([provider]) => provider === name).length).toBeGreaterThanOrEqual(50);
});

/** Every hook of the call and of the turn has fired, and none of them twice. */
function expectHooksOnce({ callsOf, firedEvents }: Awaited<ReturnType<typeof session>>): void {
  for (const event of ["PreToolUse", "PostToolUse"]) expect(callsOf(event)).toEqual(["t1"]);
  for (const event of ["PostToolBatch", "Stop"])
    expect(firedEvents.filter((name) => name === event)).toHaveLength(1);
  expect(firedEvents).not.toContain("StopFailure");
}

describe("a server that recovers: the work is done, and hooks fire once for each call", () => {
  // One after another: a server counts as silent after 300 ms.
  it.for(passing)("%s: %s", async ([provider, _name, fault], test) => {
    const played = await session(test, provider, fault);
    const { result, server, retries, ran, events } = played;
    expect(result).toMatchObject({ isError: false, result: final, numTurns: 2 });
    expect(ran()).toBe("ran\n");
    expectHooksOnce(played);
    expect(textsOf(events)).toEqual([text, final]);
    const isRetried = fault.expected.then === "retried";
    expect(server.received).toHaveLength(isRetried ? 4 : 2);
    expect(retries).toHaveLength(isRetried ? 2 : 0);
    const isSilent = isRetried && fault.reply.do === "stall";
    expect(silences(events)).toHaveLength(isSilent ? 2 : 0);
    if (fault.expected.then === "retried")
      for (const reason of retries) expect(reason).toMatch(fault.expected.reason);
  });
});

describe("a server that does not recover: the turn fails with the reason, and StopFailure fires once", () => {
  it.concurrent.for(lasting)("E16 %s: %s", async ([provider, _name, fault], test) => {
    if (fault.expected.then !== "fails") return;
    const { kind, message, requests } = fault.expected;
    const first = await session(test, provider, fault);
    expect(first.result).toMatchObject({ isError: true, terminalReason: "api_error" });
    expect(first.result.errors[0]).toMatch(message);
    expect(first.server.received).toHaveLength(requests);
    expect(first.callsOf("PreToolUse")).toEqual([]);

    const afterCall = await session(test, provider, fault, 1);
    expect(afterCall.result).toMatchObject({ isError: true, terminalReason: "api_error" });
    expect(afterCall.server.received).toHaveLength(1 + requests);
    expect(afterCall.ran()).toBe("ran\n");
    for (const event of ["PreToolUse", "PostToolUse"])
      expect(afterCall.callsOf(event)).toEqual(["t1"]);
    for (const { firedEvents, hookInputs } of [first, afterCall]) {
      expect(firedEvents).not.toContain("Stop");
      expect(
        hookInputs.filter((input) => input["hook_event_name"] === "StopFailure"),
      ).toMatchObject([{ error: kind }]);
    }
  });
});
