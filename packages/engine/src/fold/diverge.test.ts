import { type EventName, profiles } from "@snaphook/protocol";
import { describe, expect, it } from "vitest";
import { interpret } from "../interpret/interpret.ts";
import { answer, decide, eventNamed, type RunExample, runOf } from "../testing/read-run.ts";
import { diverge } from "./diverge.ts";
import { fold } from "./fold.ts";

const { reference, "claude-code": claudeCode } = profiles;

/** What the published contract and the recorded host make of the same run. */
function divergence(name: EventName, said: RunExample, turned = false) {
  const event = eventNamed(name);
  const foldAs = (as: typeof reference) => fold(event, [interpret(runOf(said), event, as)], [], as);
  const [ours, other] = turned ? [claudeCode, reference] : [reference, claudeCode];
  return diverge(foldAs(ours), ours, other, foldAs);
}

const prompt = { type: "prompt", prompt: "Fine?" } as const;
const strictPrompt = { ...prompt, onFailure: "block" } as const;
const callback = { type: "callback", callback: () => ({}) } as const;
const answered = { how: "answered" } as const;
const late = { how: "timedOut", limitMs: 1 } as const;
const stop = '{"continue":false,"stopReason":"enough"}';

describe("divergence", () => {
  it.each<readonly [string, EventName, RunExample]>([
    ["jsonWithFailingExit", "PreToolUse", { code: 1, stdout: decide("deny") }],
    ["invalidJson", "UserPromptSubmit", { stdout: '{"continue":"no"}' }],
    ["severalJsonLines", "UserPromptSubmit", { stdout: "{}\n{}" }],
    ["invalidJson, decisionWords", "PreToolUse", { stdout: '{"decision":"deny"}' }],
    ["invalidJson, defer", "PreToolUse", { stdout: decide("defer") }],
    ["outputBeforeTimeout", "PreToolUse", { end: late, stdout: decide("deny") }],
    ["promptNotOk", "PostToolUse", { handler: prompt, end: answered, answer: { ok: false } }],
    [
      "promptNotOk, stopBeforeTool",
      "PreToolUse",
      { handler: prompt, end: answered, answer: { ok: false } },
    ],
    [
      "promptDecisionAnswer",
      "PreToolUse",
      { handler: prompt, end: answered, answer: { decision: "block" } },
    ],
    ["callbackPastLimit", "PreToolUse", { handler: callback, end: late }],
    ["onFailureCountsFor", "PreToolUse", { handler: strictPrompt, end: late }],
    ["stopReasonReaches", "PostToolUse", { stdout: stop }],
    ["stopReasonReaches, stopCountsOn", "SessionStart", { stdout: stop }],
    ["alsoBlockable", "PreCompact", { code: 2, stderr: "no" }],
    ["stdoutInstructs", "PreCompact", { stdout: "keep the plan" }],
    ["exitTwoIgnoredOn", "PermissionRequest", { code: 2, stderr: "no" }],
    ["cutsLongText", "PreToolUse", { code: 2, stderr: "x".repeat(10_001) }],
  ])("Q1 %s makes the difference on %s", (questions, name, said) => {
    expect(divergence(name, said)).toMatchObject({
      profile: "claude-code@2.1.325",
      questions: questions.split(", "),
    });
    expect(divergence(name, said, true)).toMatchObject({
      profile: "reference",
      questions: questions.split(", "),
    });
  });

  it("Q1 names both questions when only together they make the difference", () => {
    const found = divergence("PreToolUse", { code: 1, stdout: stop });
    expect(found?.questions).toEqual([
      "jsonWithFailingExit",
      "stopReasonReaches",
      "stopBeforeTool",
    ]);
    expect(found).toMatchObject({ action: "proceed", differs: { turn: "stop" } });
  });

  it("Q1 says what would be different when the action is the same", () => {
    const found = divergence("PreToolUse", { stdout: '{"decision":"allow"}' });
    expect(found).toMatchObject({
      action: "proceed",
      differs: { permission: "undecided" },
      questions: ["invalidJson", "decisionWords"],
    });
  });

  it.each<readonly [EventName, RunExample]>([
    ["PreToolUse", {}],
    ["PreToolUse", { stdout: "words" }],
    ["PreToolUse", { stdout: decide("deny", { permissionDecisionReason: "no" }) }],
    ["PreToolUse", { code: 2, stderr: "no" }],
    ["PreToolUse", { code: 1, stderr: "oops" }],
    ["PostToolUse", { stdout: answer("PostToolUse", { additionalContext: "words" }) }],
    ["Stop", { stdout: '{"decision":"block","reason":"tests"}' }],
    ["Stop", { handler: prompt, end: answered, answer: { ok: false, reason: "tests" } }],
    ["SessionStart", { stdout: "words" }],
    ["PreToolUse", { end: late }],
  ])("Q1 there is none on %s when both have the same outcome: %j", (name, said) => {
    expect(divergence(name, said)).toBeUndefined();
    expect(divergence(name, said, true)).toBeUndefined();
  });

  it("Q1 a profile does not differ from itself", () => {
    const event = eventNamed("PreToolUse");
    const outcome = fold(event, [], [], reference);
    expect(diverge(outcome, reference, reference, () => outcome)).toBeUndefined();
  });
});
