import { describe, expect, it } from "vitest";
import type { JsonObject } from "../stages/hook-event.ts";
import { callWithAnswers } from "../testing/call-tool.ts";
import type { PermissionAnswer } from "./tool-call.ts";

const pre = (fields: object) => ({
  hookSpecificOutput: { hookEventName: "PreToolUse", ...fields },
});
const decide = (permissionDecision: string, permissionDecisionReason?: string) =>
  pre({ permissionDecision, permissionDecisionReason });
const answer = (decision: object) => ({
  hookSpecificOutput: { hookEventName: "PermissionRequest", decision },
});
const post = (fields: object) => ({
  hookSpecificOutput: { hookEventName: "PostToolUse", ...fields },
});
const rules = (say: PermissionAnswer) => ({ permission: async () => say });
const saying = (yes: boolean) => ({ ask: async () => yes });

describe("hooks.tool", () => {
  it("E3 E5 without an opinion the tool runs, and hooks run before and after", async () => {
    const { result, inputs } = await callWithAnswers({});
    expect(result).toMatchObject({
      action: "ran",
      result: { ran: { command: "ls" } },
      reasons: [],
      warnings: [],
      turn: "continue",
    });
    expect(result).not.toHaveProperty("updatedOutput");
    expect(inputs).toMatchObject([
      { hook_event_name: "PreToolUse", tool_name: "Bash", tool_use_id: "call_1" },
      {
        hook_event_name: "PostToolUse",
        tool_input: { command: "ls" },
        tool_response: { ran: { command: "ls" } },
        tool_use_id: "call_1",
        duration_ms: expect.any(Number),
      },
    ]);
  });

  it("E5 hooks get the result as the host presents it", async () => {
    const { inputs } = await callWithAnswers({}, { response: () => "worded" });
    expect(inputs[1]).toMatchObject({ tool_response: "worded" });
  });

  it("G1 a hook's refusal ends it, whatever the rules say", async () => {
    const { result, events } = await callWithAnswers(
      { PreToolUse: decide("deny", "no") },
      rules("allow"),
    );
    expect(result).toMatchObject({ action: "refused", reasons: ["no"], turn: "continue" });
    expect(events).toEqual(["PreToolUse"]);
  });

  it("F3 a stop before the tool ends the call; in some profiles the tool runs first", async () => {
    const stop = { PreToolUse: { continue: false, stopReason: "enough" } };
    expect((await callWithAnswers(stop)).result).toMatchObject({
      action: "stopped",
      reason: "enough",
      turn: "stop",
    });
    expect((await callWithAnswers(stop, { profile: "claude-code" })).result).toMatchObject({
      action: "ran",
      turn: "stop",
    });
  });

  it("section 12: a deferred call does not run, and the run ends", async () => {
    const { result, events } = await callWithAnswers(
      { PreToolUse: decide("defer") },
      { profile: "claude-code" },
    );
    expect(result).toMatchObject({ action: "deferred", turn: "stop" });
    expect(events).toEqual(["PreToolUse"]);
  });

  describe("rules", () => {
    it("G1 without a hook's opinion the rules decide, on the input to use", async () => {
      const asked: JsonObject[] = [];
      const permission = async (input: JsonObject) => {
        asked.push(input);
        return { deny: "a rule denies it" };
      };
      const PreToolUse = pre({ updatedInput: { command: "pwd" } });
      const { result } = await callWithAnswers({ PreToolUse }, { permission });
      expect(result).toMatchObject({ action: "refused", reasons: ["a rule denies it"] });
      expect(asked).toEqual([{ command: "pwd" }]);
    });

    it("G1 a hook's allow skips the question, but beats neither a deny nor an ask rule", async () => {
      const allow = { PreToolUse: decide("allow") };
      expect((await callWithAnswers(allow, rules("ask"))).result).toMatchObject({ action: "ran" });
      expect((await callWithAnswers(allow, rules({ deny: "denied" }))).result).toMatchObject({
        action: "refused",
        reasons: ["denied"],
      });
      expect((await callWithAnswers(allow, rules({ ask: "a rule asks" }))).result).toMatchObject({
        action: "refused",
        reasons: ["a rule asks"],
      });
      expect(
        (await callWithAnswers(allow, { ...rules({ ask: "a rule asks" }), ...saying(true) }))
          .result,
      ).toMatchObject({ action: "ran" });
    });

    it("G1 a deny rule comes before a hook's question, and a hook's question before an allow rule", async () => {
      const ask = { PreToolUse: decide("ask", "sure?") };
      expect(
        (await callWithAnswers(ask, { ...rules({ deny: "denied" }), ...saying(true) })).result,
      ).toMatchObject({ action: "refused", reasons: ["denied"] });
      expect(
        (await callWithAnswers(ask, { ...rules("allow"), ...saying(false) })).result,
      ).toMatchObject({
        action: "refused",
      });
    });
  });

  describe("questions", () => {
    it("G1 if no one can answer, a hook's question is a refusal with its reason", async () => {
      const { result, events } = await callWithAnswers({ PreToolUse: decide("ask", "sure?") });
      expect(result).toMatchObject({ action: "refused", reasons: ["sure?"] });
      expect(events).toEqual(["PreToolUse"]);
    });

    it("G1 a question of the rules that no one can answer is a refusal that says so", async () => {
      const { result } = await callWithAnswers({}, rules("ask"));
      expect(result).toMatchObject({
        action: "refused",
        reasons: ["this call needs approval, and no one is available to give it"],
      });
    });

    it("G1 the user is asked about the call as it would run, with the reasons", async () => {
      const questions: unknown[] = [];
      const ask = async (question: unknown) => {
        questions.push(question);
        return true;
      };
      const PreToolUse = pre({
        permissionDecision: "ask",
        permissionDecisionReason: "sure?",
        updatedInput: { command: "pwd" },
      });
      const { result, events } = await callWithAnswers(
        { PreToolUse },
        { ask, suggestions: () => ["a rule"] },
      );
      const hook = expect.objectContaining({ label: "callback" });
      expect(questions).toEqual([
        {
          call: { name: "Bash", id: "call_1", input: { command: "pwd" } },
          askedBy: { kind: "hooks", hooks: [hook] },
          reasons: ["sure?"],
          suggestions: [],
          rewritten: { original: { command: "ls" }, by: [hook] },
        },
      ]);
      expect(result).toMatchObject({ action: "ran", result: { ran: { command: "pwd" } } });
      expect(events).toEqual(["PreToolUse", "PermissionRequest", "PostToolUse"]);
    });

    it.each([
      ["ask" as const, { kind: "nothing-allows-it" }, ["a rule"]],
      [{ question: "?" }, { kind: "nothing-allows-it" }, ["a rule"]],
      [{ onlyUser: "a plan" }, { kind: "tool" }, ["a rule"]],
      [{ ask: "why", rule: "Bash(ls)" }, { kind: "host", rule: "Bash(ls)" }, []],
    ])(
      "G1 a question says who asks; what a rule asks about has no suggestions: %j",
      async (say, askedBy, suggestions) => {
        const questions: unknown[] = [];
        const { inputs } = await callWithAnswers(
          {},
          {
            ...rules(say),
            suggestions: () => ["a rule"],
            ask: async (question) => {
              questions.push(question);
              return true;
            },
          },
        );
        expect(questions).toMatchObject([{ askedBy, suggestions }]);
        expect(inputs[1]?.["permission_suggestions"] ?? []).toEqual(suggestions);
      },
    );

    it("G1 if the user says no, the call is refused", async () => {
      const { result } = await callWithAnswers({}, { ...rules("ask"), ...saying(false) });
      expect(result).toMatchObject({ action: "refused", reasons: ["the user said no"] });
    });

    it("G1 an answer without a value is refused as not valid, not as a missing user", async () => {
      const ask = (async () => undefined) as unknown as () => Promise<boolean>;
      const { result } = await callWithAnswers({}, { ...rules("ask"), ask });
      expect(result).toMatchObject({
        action: "refused",
        reasons: ["the answer to the permission question is not valid: null"],
      });
    });

    it("A6 a refusal of the host without words gets a reason", async () => {
      const { result } = await callWithAnswers({}, rules({ deny: "" }));
      expect(result).toMatchObject({
        action: "refused",
        reasons: ["the host's permission check gave no reason"],
      });
    });

    it("E4 a hook answers instead of the user", async () => {
      const nobody = {
        ask: async () => {
          throw new Error("nobody is to be asked");
        },
      };
      const options = { ...rules("ask"), ...nobody };
      const allow = answer({ behavior: "allow", updatedInput: { command: "pwd" } });
      expect((await callWithAnswers({ PermissionRequest: allow }, options)).result).toMatchObject({
        action: "ran",
        result: { ran: { command: "pwd" } },
      });
      const deny = answer({ behavior: "deny", message: "not today" });
      expect((await callWithAnswers({ PermissionRequest: deny }, options)).result).toMatchObject({
        action: "refused",
        reasons: ["not today"],
        turn: "continue",
      });
      const stop = { continue: false, stopReason: "enough" };
      expect((await callWithAnswers({ PermissionRequest: stop }, options)).result).toMatchObject({
        action: "stopped",
        reason: "enough",
        turn: "stop",
      });
    });

    it("G6 a denial with interrupt stops the agent; changed permissions reach the host before the call", async () => {
      const options = { ...rules("ask"), ...saying(true) };
      const deny = answer({ behavior: "deny", message: "no", interrupt: true });
      expect((await callWithAnswers({ PermissionRequest: deny }, options)).result).toMatchObject({
        action: "refused",
        turn: "stop",
      });
      const order: unknown[] = [];
      const updates = [{ type: "setMode", mode: "acceptEdits", destination: "session" }];
      const allow = answer({ behavior: "allow", updatedPermissions: updates });
      await callWithAnswers(
        { PermissionRequest: allow },
        {
          ...options,
          updatePermissions: (given) => void order.push(given),
          execute: async () => order.push("ran"),
        },
      );
      expect(order).toEqual([updates, "ran"]);
    });

    it("G1 the text when no one answers comes from the rules", async () => {
      const { result } = await callWithAnswers({}, rules({ question: "touch needs a yes" }));
      expect(result).toMatchObject({ action: "refused", reasons: ["touch needs a yes"] });
      expect(
        (await callWithAnswers({ PreToolUse: decide("allow") }, rules({ question: "?" }))).result,
      ).toMatchObject({ action: "ran" });
    });

    it("G1 if the rules forbid asking, only a hook's allow lets a call run", async () => {
      const options = { ...rules({ unlessGranted: "not asked here" }), ...saying(true) };
      const { result, events } = await callWithAnswers({}, options);
      expect(result).toMatchObject({ action: "refused", reasons: ["not asked here"] });
      expect(events).toEqual(["PreToolUse"]);
      expect(
        (await callWithAnswers({ PreToolUse: decide("allow") }, options)).result,
      ).toMatchObject({
        action: "ran",
      });
    });

    it("G6 the user's answer can rewrite the input, change permissions, give a reason and interrupt", async () => {
      const order: unknown[] = [];
      const updatedPermissions = [{ type: "setMode", mode: "plan", destination: "session" }];
      const yes = await callWithAnswers(
        {},
        {
          ...rules("ask"),
          ask: async () => ({
            behavior: "allow",
            updatedInput: { command: "pwd" },
            updatedPermissions,
          }),
          updatePermissions: (given) => void order.push(given),
          execute: async (input) => order.push(input),
        },
      );
      expect(yes.result).toMatchObject({ action: "ran" });
      expect(order).toEqual([updatedPermissions, { command: "pwd" }]);
      const no = await callWithAnswers(
        {},
        {
          ...rules("ask"),
          ask: async () => ({ behavior: "deny", message: "later", interrupt: true }),
        },
      );
      expect(no.result).toMatchObject({
        action: "refused",
        reasons: ["later"],
        interrupt: true,
        turn: "stop",
      });
    });

    it("M9 an input that the user rewrote is judged by the deny rules", async () => {
      const permission = async ({ command }: JsonObject): Promise<PermissionAnswer> =>
        command === "rm" ? { deny: "never rm" } : "ask";
      const ask = async () => ({ behavior: "allow", updatedInput: { command: "rm" } }) as const;
      expect((await callWithAnswers({}, { permission, ask })).result).toMatchObject({
        action: "refused",
        reasons: ["never rm"],
      });
    });

    it("G6 hooks and the user get the suggestions", async () => {
      const suggestions = [{ type: "addRules" }];
      let heard: unknown;
      const { inputs } = await callWithAnswers(
        {},
        {
          ...rules("ask"),
          suggestions: () => suggestions,
          ask: async (question) => {
            heard = question.suggestions;
            return true;
          },
        },
      );
      expect(inputs[1]).toMatchObject({ permission_suggestions: suggestions });
      expect(heard).toEqual(suggestions);
    });

    it("each event's outcome is in the result, in order", async () => {
      const { result } = await callWithAnswers({}, { ...rules("ask"), ...saying(true) });
      expect(result.outcomes.map(({ event }) => event)).toEqual([
        "PreToolUse",
        "PermissionRequest",
        "PostToolUse",
      ]);
    });

    it("M9 a rewrite by PermissionRequest is checked and judged as any other", async () => {
      const PermissionRequest = answer({ behavior: "allow", updatedInput: { command: "rm" } });
      const permission = async ({ command }: JsonObject) =>
        command === "rm" ? { deny: "never rm" } : "ask";
      expect(
        (await callWithAnswers({ PermissionRequest }, { permission, ...saying(true) } as object))
          .result,
      ).toMatchObject({ action: "refused", reasons: ["never rm"] });
      const validate = () => "no such field";
      expect(
        (
          await callWithAnswers(
            { PermissionRequest },
            { ...rules("ask"), ...saying(true), validate },
          )
        ).result,
      ).toMatchObject({ action: "refused", reasons: [expect.stringContaining("no such field")] });
    });

    it("section 12: without a user, some profiles fire PermissionRequest for the rules' questions", async () => {
      const PermissionRequest = answer({ behavior: "allow" });
      expect((await callWithAnswers({ PermissionRequest }, rules("ask"))).result).toMatchObject({
        action: "refused",
      });
      const other = { profile: "claude-code" } as const;
      expect(
        (await callWithAnswers({ PermissionRequest }, { ...rules("ask"), ...other })).result,
      ).toMatchObject({ action: "ran" });
      expect((await callWithAnswers({}, { ...rules("ask"), ...other })).result).toMatchObject({
        action: "refused",
      });
      const PreToolUse = decide("ask", "sure?");
      expect((await callWithAnswers({ PreToolUse, PermissionRequest }, other)).events).toEqual([
        "PreToolUse",
      ]);
    });
  });

  it("F2 only a rewritten input is validated", async () => {
    const validate = () => "command is missing";
    const PreToolUse = pre({ permissionDecision: "allow", updatedInput: { cmd: "x" } });
    expect((await callWithAnswers({ PreToolUse }, { validate })).result).toMatchObject({
      action: "refused",
      reasons: ["a hook rewrote the input, and the new input is not valid: command is missing"],
    });
    expect((await callWithAnswers({}, { validate })).result).toMatchObject({ action: "ran" });
    const later = { validate: async () => "command is missing" };
    expect((await callWithAnswers({ PreToolUse }, later)).result).toMatchObject({
      action: "refused",
    });
  });

  it("E6 a tool that throws fires PostToolUseFailure", async () => {
    const error = new Error("disk full");
    const { result, inputs } = await callWithAnswers(
      { PostToolUseFailure: { decision: "block", reason: "try less" } },
      { execute: () => Promise.reject(error) },
    );
    expect(result).toMatchObject({ action: "failed", error, reasons: ["try less"] });
    expect(inputs[1]).toMatchObject({
      hook_event_name: "PostToolUseFailure",
      error: "disk full",
      is_interrupt: false,
    });
    const thrown = await callWithAnswers({}, { execute: () => Promise.reject("text") });
    expect(thrown.inputs[1]).toMatchObject({ error: "text" });
  });

  it("E6 an interrupted tool is reported as interrupted", async () => {
    const controller = new AbortController();
    const execute = async () => {
      controller.abort();
      throw new Error("interrupted");
    };
    const { result, inputs } = await callWithAnswers({}, { execute, signal: controller.signal });
    expect(result).toMatchObject({ action: "failed" });
    expect(inputs[1]).toMatchObject({ is_interrupt: true });
  });

  it("P18 a call that was aborted does not run", async () => {
    const aborted = { signal: AbortSignal.abort() };
    expect((await callWithAnswers({}, aborted)).result).toMatchObject({
      action: "stopped",
      turn: "stop",
    });
    const controller = new AbortController();
    const ask = async () => {
      controller.abort();
      return true;
    };
    const { result, events } = await callWithAnswers(
      {},
      { ...rules("ask"), ask, signal: controller.signal },
    );
    expect(result).toMatchObject({ action: "stopped" });
    expect(events).not.toContain("PostToolUse");
  });

  it("E5 a block keeps the result and adds its reasons; a stop ends the turn", async () => {
    const PostToolUse = [
      { decision: "block", reason: "one" },
      { decision: "block", reason: "two" },
    ];
    expect((await callWithAnswers({ PostToolUse })).result).toMatchObject({
      action: "ran",
      result: { ran: { command: "ls" } },
      reasons: ["one", "two"],
      turn: "continue",
    });
    const stop = { continue: false, stopReason: "enough" };
    const { result } = await callWithAnswers({ PostToolUse: stop });
    expect(result).toMatchObject({ action: "ran", turn: "stop" });
    expect(result.messages).toContainEqual(
      expect.objectContaining({ audience: "user", kind: "stop-reason", text: "enough" }),
    );
  });

  it("F6 the result has the texts of all hooks, in order", async () => {
    const { result } = await callWithAnswers({
      PreToolUse: { systemMessage: "before" },
      PostToolUse: post({ additionalContext: "after" }),
    });
    expect(result.messages.map(({ text }) => text)).toEqual(["before", "after"]);
  });
});
