import { type EventName, eventNames, type ProfileName } from "@snaphook/protocol";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { answer, outcomeOf, type RunExample } from "../testing/read-run.ts";
import { combinedResult } from "./combined-result.ts";

const combined = (name: EventName, profile: ProfileName, ...runs: readonly RunExample[]) =>
  combinedResult(outcomeOf(name, profile, ...runs));
const nothing = {
  shouldContinue: true,
  stopReason: undefined,
  additionalContexts: [],
  systemMessages: [],
  observationalOutput: [],
};

describe("combinedResult", () => {
  it("V12 without hooks the result is empty", () => {
    expect(combined("PostToolUse", "envoy")).toEqual(nothing);
  });

  it("V12 additionalContexts, system messages and plain text are kept apart, in plan order", () => {
    expect(
      combined(
        "PostToolUse",
        "envoy",
        { stdout: answer("PostToolUse", { additionalContext: "one" }, { systemMessage: "note" }) },
        { stdout: "checked 3 files" },
        { stdout: answer("PostToolUse", { additionalContext: "two" }) },
      ),
    ).toEqual({
      ...nothing,
      additionalContexts: ["one", "two"],
      systemMessages: ["note"],
      observationalOutput: ["checked 3 files"],
    });
  });

  it.each([
    ["enough", "enough"],
    [undefined, "Stopped by hook"],
  ])("V12 a stop with the reason %j", (stopReason, expected) => {
    const stdout = JSON.stringify({ continue: false, stopReason });
    expect(combined("PostToolUse", "envoy", { stdout })).toEqual({
      ...nothing,
      shouldContinue: false,
      stopReason: expected,
    });
  });

  it("V12 a stop after the tool has run is a stop too", () => {
    const stdout = JSON.stringify({ continue: false, stopReason: "enough" });
    expect(combined("PreToolUse", "claude-code", { stdout })).toMatchObject({
      shouldContinue: false,
      stopReason: "enough",
      additionalContexts: [],
    });
  });

  it("V12 what SessionStart prints is context, JSON too; a failing hook contributes nothing", () => {
    expect(combined("SessionStart", "envoy", { stdout: "{}" }, { stdout: "no", code: 1 })).toEqual({
      ...nothing,
      additionalContexts: ["{}"],
    });
  });

  it("V12 it should continue exactly when there is no reason to stop", () => {
    const said = fc.record({
      stdout: fc.oneof(
        fc.string(),
        fc.constantFrom('{"continue":false}', '{"continue":false,"stopReason":""}', "{}"),
      ),
      code: fc.constantFrom(0, 1, 2),
    });
    const profile = fc.constantFrom<ProfileName[]>("reference", "claude-code", "envoy");
    fc.assert(
      fc.property(fc.constantFrom(...eventNames), profile, fc.array(said), (name, by, runs) => {
        const { shouldContinue, stopReason } = combined(name, by, ...runs);
        expect(shouldContinue).toBe(stopReason === undefined);
      }),
    );
  });
});
