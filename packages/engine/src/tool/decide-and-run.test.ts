import { describe, expect, it } from "vitest";
import { openHooks } from "../testing/open-hooks.ts";
import type { PermissionAnswer, ToolCallDecision } from "./tool-call.ts";

const call = { name: "Bash", input: { command: "ls" }, id: "call_1" };
const execute = async (input: object) => ({ ran: input });

/** A session whose hooks note every event, and answer PreToolUse with `decision`. */
async function opened(decision?: "allow" | "deny" | "ask") {
  const fired: string[] = [];
  const note = (input: { hook_event_name: string }) => void fired.push(input.hook_event_name);
  const { hooks } = await openHooks({
    hooks: {
      PreToolUse: [
        {
          hooks: [
            note,
            () => ({
              hookSpecificOutput: {
                hookEventName: "PreToolUse",
                permissionDecision: decision,
                permissionDecisionReason: decision && `hook says ${decision}`,
              },
            }),
          ],
        },
      ],
      PermissionRequest: [{ hooks: [note] }],
      PostToolUse: [{ hooks: [note] }],
    },
  });
  return { hooks, fired };
}

const rules = (answer: PermissionAnswer) => ({ permission: async () => answer });
/** As it would be if it was stored while the user thinks. */
const stored = (decision: ToolCallDecision): ToolCallDecision =>
  JSON.parse(JSON.stringify(decision));

describe("decide and run", () => {
  it("E3 PreToolUse is fired once, by decide; run fires what comes after", async () => {
    const { hooks, fired } = await opened();
    const decision = await hooks.decide(call);
    expect(decision).toMatchObject({ action: "run", input: call.input });
    expect(fired).toEqual(["PreToolUse"]);
    expect(await hooks.run(decision, execute)).toMatchObject({
      action: "ran",
      result: { ran: call.input },
    });
    expect(fired).toEqual(["PreToolUse", "PostToolUse"]);
  });

  it("G1 onlyUser: the user is asked although hooks of both events allow the call", async () => {
    const { hooks } = await openHooks({
      hooks: {
        PreToolUse: [
          {
            hooks: [
              () => ({
                hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "allow" },
              }),
            ],
          },
        ],
        PermissionRequest: [
          {
            hooks: [
              () => ({
                hookSpecificOutput: {
                  hookEventName: "PermissionRequest",
                  decision: { behavior: "allow" },
                },
              }),
            ],
          },
        ],
      },
    });
    const onlyUser = rules({ onlyUser: "no answer" });
    expect(await hooks.decide(call, onlyUser)).toMatchObject({
      action: "ask",
      question: { call, reasons: [] },
      unanswered: ["no answer"],
    });
    const asks = { ...onlyUser, ask: async () => false };
    expect(await hooks.tool(call, execute, asks)).toMatchObject({ action: "refused" });
    expect(await hooks.tool(call, execute, onlyUser)).toMatchObject({
      action: "refused",
      reasons: ["no answer"],
    });
  });

  it("G1 a decision with a question can be stored until it is answered", async () => {
    const { hooks, fired } = await opened("ask");
    const decision = stored(await hooks.decide(call));
    expect(decision).toMatchObject({
      action: "ask",
      question: { call, reasons: ["hook says ask"] },
    });
    expect(fired).toEqual(["PreToolUse", "PermissionRequest"]);
    expect(await hooks.run(decision, execute, { answer: true })).toMatchObject({ action: "ran" });
    expect(fired).toEqual(["PreToolUse", "PermissionRequest", "PostToolUse"]);
  });

  it.each([
    ["no answer", undefined, ["hook says ask"]],
    ["no", false, ["the user said no"]],
    ["no with a message", { behavior: "deny", message: "later" } as const, ["later"]],
  ])("G1 %s: the tool does not run", async (_case, answer, reasons) => {
    const { hooks, fired } = await opened("ask");
    const decision = await hooks.decide(call);
    const never = async () => expect.unreachable("the tool ran");
    expect(await hooks.run(decision, never, { answer })).toMatchObject({
      action: "refused",
      reasons,
    });
    expect(fired).not.toContain("PostToolUse");
  });

  it.each(["no", {}, { behavior: "denied" }, 1, null])(
    "G1 an answer that is not one refuses the call: %j",
    async (answer) => {
      const { hooks } = await opened("ask");
      const decision = await hooks.decide(call);
      const never = async () => expect.unreachable("the tool ran");
      expect(await hooks.run(decision, never, { answer: answer as never })).toMatchObject({
        action: "refused",
        reasons: [expect.stringContaining("not valid")],
      });
    },
  );

  it.each([undefined, "deny", "no", {}, { deny: 1 }])(
    "G1 a permission check that gives no valid answer refuses the call: %j",
    async (answer) => {
      const { hooks } = await opened();
      const permission = async () => answer as never;
      const never = async () => expect.unreachable("the tool ran");
      expect(await hooks.tool(call, never, { permission })).toMatchObject({
        action: "refused",
        reasons: [expect.stringContaining("no valid answer")],
      });
    },
  );

  it("G1 a refused call does not run, whatever is answered", async () => {
    const { hooks } = await opened("deny");
    const decision = await hooks.decide(call);
    const never = async () => expect.unreachable("the tool ran");
    expect(await hooks.run(decision, never, { answer: true })).toMatchObject({
      action: "refused",
      reasons: ["hook says deny"],
    });
  });

  it("M9 a deny rule that was added while the question waited holds", async () => {
    const { hooks } = await opened();
    const decision = await hooks.decide(call, rules("ask"));
    const denied = await hooks.run(decision, execute, { ...rules({ deny: "now" }), answer: true });
    expect(denied).toMatchObject({ action: "refused", reasons: ["now"] });
  });

  it("P18 a decided call whose signal is aborted does not run", async () => {
    const { hooks } = await opened();
    const decision = await hooks.decide(call);
    const { signal } = { signal: AbortSignal.abort() };
    expect(await hooks.run(decision, execute, { signal })).toMatchObject({
      action: "stopped",
      turn: "stop",
    });
  });

  it("E4 if no one can answer, a question is a refusal", async () => {
    const { hooks, fired } = await opened("ask");
    expect(await hooks.decide(call, { canAsk: false })).toMatchObject({ action: "refused" });
    expect(fired).toEqual(["PreToolUse"]);
  });
});
