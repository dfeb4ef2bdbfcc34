import { describe, expect, it } from "vitest";
import type { Scenario } from "./case.ts";
import { factsOf, type Recording } from "./facts.ts";
import type { HookRecord } from "./hook-records.ts";
import { markersOf } from "./markers.ts";
import { namer } from "./placeholders.ts";

const reading = {
  scenario: { name: "a-case" },
  markers: markersOf("ORC_A ORC_B ORC_C"),
  name: namer({ PROJ: "/p" }),
};
const nothing: Recording = { exitCode: 0, hooks: [], records: [], requests: [], files: {} };
const hook = (stdin: unknown, fields: Partial<HookRecord> = {}): HookRecord => ({
  id: "h",
  call: 0,
  cwd: "/p",
  stdin,
  ...fields,
});
const told = (stdin: Readonly<Record<string, unknown>>) =>
  factsOf({ ...nothing, hooks: [hook(stdin)] }, reading).hooks[0]?.told;
const user = (...content: readonly unknown[]) => ({ role: "user", content });
const text = (said: string, extra = {}) => ({ type: "text", text: said, ...extra });

describe("what a hook was told", () => {
  it("is the whole input except optional keys", () => {
    const input = { hook_event_name: "Stop", cwd: "/p/a", model: "m", effort: 1, extra: [1] };
    expect(told(input)).toEqual({ hook_event_name: "Stop", cwd: "{{PROJ}}/a", extra: [1] });
  });

  it("keeps only that there is an agent id, and how many calls a batch had", () => {
    expect(told({ agent_id: "a1", tool_calls: [{}, {}] })).toEqual({
      agent_id: "present",
      tool_calls: 2,
    });
  });

  it("keeps the fields of a tool's output that hooks rely on, and the markers of other outputs", () => {
    expect(told({ tool_response: { stdout: "x", isImage: false } })).toEqual({
      tool_response: { stdout: "x" },
    });
    expect(told({ tool_response: [text("is ORC_A")] })).toEqual({ tool_response: ["ORC_A"] });
    expect(told({ tool_response: { stdout: "x".repeat(300) } })).toEqual({
      tool_response: { stdout: `${"x".repeat(80)}… [built-in text]` },
    });
  });

  it("keeps an error that is not in a host's own words", () => {
    expect(told({ error: "Exit code 3\nORC_A" })).toEqual({ error: "Exit code 3\nORC_A" });
    expect(told({ error: "went wrong: ORC_A" })).toEqual({ error: ["ORC_A"] });
    const failure = { hook_event_name: "StopFailure", error: "unknown" };
    expect(told(failure)).toEqual(failure);
  });

  it("is null for a hook that did not read its input, and its event is unknown", () => {
    const facts = factsOf({ ...nothing, hooks: [hook(null)] }, reading);
    expect(facts.order).toEqual(["?:h"]);
    expect(facts.hooks).toEqual([{ id: "h", told: null, cwd: "{{PROJ}}" }]);
  });
});

it("consecutive calls of one hook are sorted by input, others are not", () => {
  const call = (command: string, event = "PreToolUse") =>
    hook({ hook_event_name: event, tool_input: { command } });
  const hooks = [call("b"), call("a"), call("c", "Stop"), call("a")];
  const inputs = factsOf({ ...nothing, hooks }, reading).hooks.map(
    (facts) => (facts.told as { tool_input: { command: string } }).tool_input.command,
  );
  expect(inputs).toEqual(["a", "b", "c", "a"]);
});

describe("what the model was told", () => {
  type Request = Recording["requests"][number];
  const plain = { model: "m", system: "ORC_C", tools: ["Bash", "Read"] };
  const said = (...requests: readonly Pick<Request, "purpose" | "messages">[]) =>
    factsOf({ ...nothing, requests: requests.map((one) => ({ ...plain, ...one })) }, reading).model;

  it("is what is new in each request, whatever its cache marks", () => {
    const first = user(text("ORC_A", { cache_control: { type: "ephemeral" } }));
    const then = [user(text("ORC_A")), { role: "assistant", content: "ORC_B" }, user("ORC_C")];
    expect(
      said({ purpose: "main", messages: [first] }, { purpose: "main", messages: then }),
    ).toEqual([
      { to: "main", says: ["ORC_A"] },
      { to: "main", says: ["ORC_C"] },
    ]);
  });

  it("is everything again if the beginning has changed, and in a summary", () => {
    const [one, other] = [user("ORC_A"), user("ORC_B")];
    expect(
      said({ purpose: "main", messages: [one] }, { purpose: "main", messages: [other, one] }),
    ).toMatchObject([{}, { says: ["ORC_A", "ORC_B"] }]);
    expect(
      said({ purpose: "compact", messages: [one] }, { purpose: "compact", messages: [one] }),
    ).toMatchObject([{}, { says: ["ORC_A"] }]);
  });

  it("counts results that are errors, and ignores side requests", () => {
    const error = { type: "tool_result", is_error: true, content: "no" };
    expect(
      said({ purpose: "side", messages: [] }, { purpose: "subagent", messages: [user(error)] }),
    ).toEqual([{ to: "subagent", says: [], errors: 1 }]);
  });
});

describe("what a scenario wants compared beyond the usual", () => {
  const keep = (scenario: Partial<Scenario>) => ({
    ...reading,
    scenario: { ...reading.scenario, ...scenario },
  });

  it("are a request's tools, system prompt and model", () => {
    const request = { purpose: "main", messages: [], model: "m" } as const;
    const requests = [{ ...request, system: "ORC_C", tools: ["Bash", "Read"] }];
    const kept = keep({ keepTools: ["Read", "Edit"], keepSystem: true, keepModel: true });
    expect(factsOf({ ...nothing, requests }, kept).model).toEqual([
      { to: "main", says: [], offers: ["Read"], system: ["ORC_C"], model: "m" },
    ]);
  });

  it("are refused tools", () => {
    const records = [{ type: "result", permission_denials: [{ tool_name: "Bash" }] }];
    const { result } = factsOf({ ...nothing, records }, keep({ keepDenials: true }));
    expect(result?.denials).toEqual(["Bash"]);
  });

  it("are optional fields, further fields of an output, and markers alone", () => {
    const stdin = {
      transcript_path: "/a/b",
      model: "our own words",
      message: "some ORC_A words",
      tool_response: { status: "done", list: ["ORC_B"], other: 1 },
    };
    const kept = keep({
      keepKeys: ["transcript_path"],
      markKeys: ["message"],
      keepResponse: ["status", "list"],
    });
    expect(factsOf({ ...nothing, hooks: [hook(stdin)] }, kept).hooks[0]?.told).toEqual({
      transcript_path: "path",
      message: ["ORC_A"],
      tool_response: { status: "done", list: { count: 1, says: ["ORC_B"] } },
    });
  });
});

it("the last result counts, and responses are sorted", () => {
  const response = (hook_event: string) => ({
    subtype: "hook_response",
    hook_event,
    outcome: "success",
  });
  const result = (num_turns: number) => ({
    type: "result",
    subtype: "success",
    num_turns,
    result: "ORC_B ORC_A",
  });
  const records = [response("Stop"), result(1), response("PreToolUse"), result(2)];
  expect(factsOf({ ...nothing, records, files: { a: null } }, reading)).toEqual({
    exitCode: 0,
    order: [],
    hooks: [],
    outcomes: ["PreToolUse success", "Stop success"],
    model: [],
    result: { subtype: "success", says: ["ORC_B", "ORC_A"], turns: 2 },
    files: { a: null },
  });
});
