import type { EventName, ProfileName } from "@snaphook/protocol";
import { describe, expect, it } from "vitest";
import { answer, decide, verdictOf } from "../testing/read-run.ts";

const answered = { how: "answered" } as const;

describe("prompt", () => {
  const handler = { type: "prompt", prompt: "Is this fine?" } as const;
  const asked = (name: EventName, said: unknown, profile: ProfileName = "reference") =>
    verdictOf(name, profile, { handler, end: answered, answer: said });

  it("H2 ok: true is no opinion; ok: false blocks, and the model sees the label and the reason", () => {
    expect(asked("PreToolUse", { ok: true, reason: "fine" })).toMatchObject({
      ending: "success",
      opinion: { decision: "none" },
    });
    expect(asked("PreToolUse", { ok: false, reason: "unsafe" })).toMatchObject({
      ending: "blocking",
      recorded: "success",
      failure: undefined,
      opinion: { decision: "deny", reason: "[Is this fine?]: unsafe" },
    });
    for (const reason of [undefined, "", " \n"])
      expect(asked("PreToolUse", { ok: false, reason }).opinion.reason).toBe(
        "[Is this fine?]: the answer was no",
      );
    expect(asked("PreToolUse", { decision: "block", reason: "" }).opinion.reason).toBe(
      "[Is this fine?]: the answer was no",
    );
  });

  it.each([
    undefined,
    null,
    "no",
    [],
    {},
    { ok: "no" },
    { ok: false, reason: 1 },
    { reason: "no" },
    { decision: "perhaps" },
    { decision: "block", reason: 1 },
    { decision: "block", continue: "no" },
  ])("H2 the answer %j has the wrong shape and blocks nothing", (said) => {
    expect(asked("PreToolUse", said)).toMatchObject({
      ending: "non-blocking-error",
      failure: { kind: "model-error", detail: "the answer is not {ok, reason}" },
      opinion: { decision: "none" },
    });
  });

  it("H2 an API error and a time-out block nothing", () => {
    const ended = (end: Parameters<typeof verdictOf>[2]["end"]) =>
      verdictOf("PreToolUse", "reference", { handler, ...(end ? { end } : {}) });
    expect(ended({ how: "failed", cause: "overloaded" })).toMatchObject({
      failure: { kind: "model-error", detail: "overloaded" },
      opinion: { decision: "none" },
    });
    expect(ended({ how: "timedOut", limitMs: 30_000 })).toMatchObject({
      failure: { kind: "timed-out", detail: "no answer within 30 s" },
      opinion: { decision: "none" },
    });
  });

  it("section 12: the reason of ok: false that ends the turn reaches the model later if it is for the user", () => {
    const forModel = (name: EventName, profile: ProfileName) =>
      asked(name, { ok: false, reason: "not now" }, profile).messages.filter(
        ({ audience }) => audience === "model",
      );
    expect(forModel("UserPromptSubmit", "claude-code")).toMatchObject([
      { kind: "stop-reason", text: "not now", later: true },
    ]);
    expect(forModel("UserPromptSubmit", "reference")).toEqual([]);
    expect(forModel("PreToolUse", "claude-code")).toMatchObject([{ kind: "reason" }]);
  });

  it("E12, E18 ok: false on TaskCompleted is treated like exit 2 and ends no turn", () => {
    for (const profile of ["reference", "claude-code"] as const)
      expect(asked("TaskCompleted", { ok: false, reason: "red" }, profile)).toMatchObject({
        opinion: { decision: "deny", reason: "[Is this fine?]: red" },
        stop: undefined,
      });
  });
});

describe("agent", () => {
  const handler = { type: "agent", prompt: "Do the tests pass?" } as const;
  const asked = (name: EventName, said: unknown, profile: ProfileName = "reference") =>
    verdictOf(name, profile, { handler, end: answered, answer: said });

  it("H3 ok: false blocks and the turn continues; the model sees only the reason", () => {
    for (const profile of ["reference", "claude-code"] as const)
      expect(asked("Stop", { ok: false, reason: "two fail" }, profile)).toMatchObject({
        opinion: { decision: "deny", reason: "two fail" },
        stop: undefined,
      });
    expect(asked("PreToolUse", { ok: false, reason: "two fail" }, "claude-code").stop).toBe(
      undefined,
    );
  });

  it("H3 with a PostToolUse result the model sees the label too", () => {
    expect(asked("PostToolUse", { ok: false, reason: "two fail" }).opinion.reason).toBe(
      "[Do the tests pass?]: two fail",
    );
  });

  it("H3, A6 without a reason, or with a blank one, the model reads a fixed phrase", () => {
    for (const answer of [{ ok: false }, { ok: false, reason: "" }, { ok: false, reason: " " }])
      expect(asked("Stop", answer).opinion.reason).toMatch(/agent hook is not met.*no reason/);
  });

  it("H3 no answer, or one of the wrong shape, blocks nothing", () => {
    expect(asked("Stop", "no")).toMatchObject({ failure: { kind: "model-error" } });
    const end = { how: "failed", cause: "it ended without answering" } as const;
    expect(verdictOf("Stop", "reference", { handler, end })).toMatchObject({
      failure: { kind: "model-error", detail: "it ended without answering" },
      opinion: { decision: "none" },
    });
  });
});

describe("http", () => {
  const handler = { type: "http", url: "http://localhost/hook" } as const;
  const responded = (status: number, stdout = "", complete = true) =>
    verdictOf("PreToolUse", "reference", {
      handler,
      end: { how: "responded", status },
      stdout,
      complete,
    });

  it("H4 2xx with an object is read like stdout; 2xx without a body is a success", () => {
    expect(responded(200, decide("deny")).opinion.decision).toBe("deny");
    expect(responded(201, decide("allow")).opinion.decision).toBe("allow");
    expect(responded(204, " \n")).toMatchObject({ ending: "success", messages: [] });
  });

  it.each([
    [200, "ready", "invalid-output", "the response body is not a single JSON object"],
    [200, "{}\n{}", "invalid-output", "the response body is not a single JSON object"],
    [302, decide("deny"), "http-status", "status 302"],
    [404, decide("deny"), "http-status", "status 404"],
    [500, decide("deny"), "http-status", "status 500"],
  ])("H4 %i with %j is a failure that blocks nothing", (status, body, kind, detail) => {
    expect(responded(status, body)).toMatchObject({
      failure: { kind, detail },
      opinion: { decision: "none" },
    });
  });

  it("H4 an answer that fails its schema, is for another event or is cut is a failure", () => {
    expect(responded(200, '{"continue":"no"}').failure?.kind).toBe("invalid-output");
    expect(responded(200, answer("Stop", {})).failure?.kind).toBe("wrong-event");
    expect(responded(200, decide("deny"), false).failure?.kind).toBe("invalid-output");
  });
});

describe("mcp_tool", () => {
  it("H5 the text result is read like stdout; a call that failed is a failure", () => {
    const handler = { type: "mcp_tool", server: "guard", tool: "check" } as const;
    expect(verdictOf("PreToolUse", "reference", { handler, stdout: decide("ask") })).toMatchObject({
      opinion: { decision: "ask" },
    });
    expect(
      verdictOf("SessionStart", "reference", { handler, stdout: "words" }).messages,
    ).toMatchObject([{ audience: "model", kind: "stdout", text: "words" }]);
    const end = { how: "couldNotStart", cause: "no such server" } as const;
    expect(verdictOf("PreToolUse", "reference", { handler, end }).failure).toEqual({
      kind: "could-not-start",
      detail: "no such server",
    });
  });
});

describe("callback", () => {
  const handler = { type: "callback", callback: () => ({}), label: "check" } as const;

  it.each([
    [{ hookSpecificOutput: { permissionDecision: "deny" } }],
    [{ hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "Deny" } }],
    [false],
    ["deny"],
  ])(
    "H6 an answer that is not valid, %j: the user sees that it refuses nothing, and what would",
    (said) => {
      expect(returned(said).failure?.detail).toContain(
        ', so it refuses nothing; to refuse, return {"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny"',
      );
    },
  );

  it("A3 a refusal at the top level: the user sees that it refuses nothing", () => {
    expect(JSON.stringify(returned({ permissionDecision: "deny" }))).toContain(
      "has no effect at the top level, so this answer refuses nothing; write",
    );
  });

  const returned = (said: unknown) =>
    verdictOf("PreToolUse", "reference", { handler, end: answered, answer: said });

  it("H6 an output object is read like stdout", () => {
    expect(returned(JSON.parse(decide("deny", { permissionDecisionReason: "no" })))).toMatchObject({
      opinion: { decision: "deny", reason: "no" },
    });
    expect(returned({ decision: "block" }).opinion.reason).toBe("Refused by check");
  });

  it.each([undefined, null, {}, { async: true, decision: "block" }])(
    "H6 %j is no opinion",
    (said) => {
      expect(returned(said)).toMatchObject({ ending: "success", opinion: { decision: "none" } });
    },
  );

  const cyclic: Record<string, unknown> = {};
  cyclic["self"] = cyclic;
  const throwing = {
    get decision(): string {
      throw new Error("not for you");
    },
  };
  it.each([
    ["a text", "deny"],
    ["a list", []],
    ["a big number", { reason: 1n }],
    ["a cycle", cyclic],
    ["a getter that throws", throwing],
    ["a wrong type", { continue: "no" }],
  ])("H6 %s is an invalid answer, not an exception", (_what, said) => {
    expect(returned(said)).toMatchObject({
      failure: { kind: "invalid-output" },
      opinion: { decision: "none" },
    });
  });

  it("H6 an answer to another event is a failure", () => {
    expect(returned(JSON.parse(answer("Stop", {}))).failure?.kind).toBe("wrong-event");
  });

  it("H6 one that throws is a failure, one that was aborted is cancelled", () => {
    const ended = (end: Parameters<typeof verdictOf>[2]["end"]) =>
      verdictOf("PreToolUse", "claude-code", { handler, ...(end ? { end } : {}) });
    expect(ended({ how: "failed", cause: "oops" })).toMatchObject({
      ending: "non-blocking-error",
      failure: { kind: "exit-code", detail: "oops" },
      opinion: { decision: "none" },
    });
    expect(ended({ how: "cancelled" })).toMatchObject({
      ending: "cancelled",
      failure: { kind: "cancelled" },
      opinion: { decision: "none" },
    });
  });
});

describe("function", () => {
  const handler = {
    type: "function",
    callback: () => true,
    errorMessage: "Run the tests first",
  } as const;
  const returned = (said: unknown) =>
    verdictOf("Stop", "reference", { handler, end: answered, answer: said });

  it("H6 a falsy result blocks with its message", () => {
    expect(returned(true).opinion).toEqual({ decision: "none" });
    for (const falsy of [false, undefined, 0, ""])
      expect(returned(falsy).opinion).toEqual({
        decision: "deny",
        reason: "Run the tests first",
      });
  });

  it("H6 one that throws or is late blocks nothing, in every profile", () => {
    const failed = { how: "failed", cause: "oops" } as const;
    const late = { how: "timedOut", limitMs: 60_000 } as const;
    for (const profile of ["reference", "claude-code"] as const) {
      expect(verdictOf("Stop", profile, { handler, end: failed })).toMatchObject({
        failure: { kind: "exit-code", detail: "oops" },
        opinion: { decision: "none" },
      });
      expect(verdictOf("Stop", profile, { handler, end: late })).toMatchObject({
        ending: "cancelled",
        opinion: { decision: "none" },
      });
    }
  });
});
