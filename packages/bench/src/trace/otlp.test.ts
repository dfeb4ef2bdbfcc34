import { brand } from "@snaphook/protocol";
import { expect, it } from "vitest";
import { timelineOf } from "./build-timeline.ts";
import { otlpTraces } from "./otlp.ts";
import { ranAt, recordAt, refusalAt, traceFile } from "./testing.ts";

const agent = `invoke_agent ${brand.name}`;
const failure = { kind: "exit", detail: "it exited with 1" };

function outsideCall(...record: Parameters<typeof recordAt>) {
  const { toolUseId: _, ...rest } = recordAt(...record);
  return rest;
}

/** A call with two events, the first of which is refused, and an event outside of it. */
const records = [
  outsideCall(0, { event: "UserPromptSubmit", input: { prompt_id: "p1", prompt: "secret words" } }),
  refusalAt(100),
  recordAt(300.4, {
    event: "PostToolUse",
    ran: [ranAt(300, { durationMs: 20.5, end: { how: "timedOut", limitMs: 20 }, failure })],
  }),
  outsideCall(500, { event: "Stop", input: { prompt_id: "p1" } }),
];

const spansOf = (lines: readonly object[]) => {
  const [resource] = otlpTraces(timelineOf([traceFile(lines)])).resourceSpans;
  return resource?.scopeSpans[0]?.spans ?? [];
};

it("has a tree of spans: the agent, its tool calls, their events, their hooks", () => {
  const spans = spansOf(records);
  const named = new Map(spans.map((span) => [span.spanId, span.name]));
  expect(named.size).toBe(spans.length);
  expect(
    spans.map(({ name, parentSpanId }) => [name, named.get(parentSpanId ?? "") ?? null]),
  ).toEqual([
    [agent, null],
    ["execute_tool Bash", agent],
    ["hooks UserPromptSubmit", agent],
    ["hooks PreToolUse", "execute_tool Bash"],
    ["hook guard.sh", "hooks PreToolUse"],
    ["hooks PostToolUse", "execute_tool Bash"],
    ["hook guard.sh", "hooks PostToolUse"],
    ["hooks Stop", agent],
  ]);
});

it("writes ids, times and integers as OTLP/JSON wants them, and the same each time", () => {
  const spans = spansOf(records);
  for (const { traceId, spanId, startTimeUnixNano, endTimeUnixNano } of spans) {
    expect(traceId).toMatch(/^[0-9a-f]{32}$/);
    expect(spanId).toMatch(/^[0-9a-f]{16}$/);
    expect(BigInt(endTimeUnixNano) >= BigInt(startTimeUnixNano)).toBe(true);
  }
  expect(spans[6]?.startTimeUnixNano).toBe("1772359200300000000");
  expect(spans[6]?.endTimeUnixNano).toBe("1772359200320500000");
  expect(spansOf(records)).toEqual(spans);
});

it("names attributes as the GenAI conventions do; a failed hook is an error, a refusal is not", () => {
  const spans = spansOf(records);
  const valuesOf = (index: number) =>
    Object.fromEntries(
      (spans[index]?.attributes ?? []).map(({ key, value }) => [key, Object.values(value)[0]]),
    );
  expect(valuesOf(0)).toEqual({
    "gen_ai.operation.name": "invoke_agent",
    "gen_ai.agent.name": brand.name,
    "gen_ai.conversation.id": "session-1",
  });
  expect(valuesOf(1)).toEqual({
    "gen_ai.operation.name": "execute_tool",
    "gen_ai.tool.name": "Bash",
    "gen_ai.tool.call.id": "call_1",
    "gen_ai.conversation.id": "session-1",
  });
  expect(valuesOf(4)).toMatchObject({
    "process.exit.code": "2",
    [`${brand.command}.hook.changed`]: "refused",
  });
  expect(spans[4]?.status).toEqual({ code: 0 });
  expect(valuesOf(6)).toMatchObject({ "error.type": "timed out" });
  expect(spans[6]?.status).toEqual({ code: 2, message: "it exited with 1" });
});

it("contains no input and no output", () => {
  const text = JSON.stringify(spansOf(records));
  for (const content of ["secret words", "not here", "ls"])
    expect(text).not.toContain(`"${content}"`);
});
