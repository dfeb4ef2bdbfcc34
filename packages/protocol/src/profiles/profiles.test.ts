import { expect, it } from "vitest";
import { isProfileName, profileNamed, profiles } from "./table.ts";

it("Q2 a bare name is the newest version of a recorded profile", () => {
  expect(profiles["claude-code"]).toBe(profiles["claude-code@2.1.325"]);
  expect(profiles["claude-code"].name).toBe("claude-code@2.1.325");
  expect(isProfileName("claude-code@1")).toBe(false);
  expect(profileNamed("claude-code@1")).toBeUndefined();
});

it("Q2 every profile is found by its own name", () => {
  for (const profile of Object.values(profiles)) expect(profileNamed(profile.name)).toBe(profile);
});

it("section 12: the questions on which reference and claude-code differ", () => {
  const { reference, "claude-code": recorded } = profiles;
  const differing = Object.entries(reference)
    .filter(([question, answer]) => recorded[question as keyof typeof recorded] !== answer)
    .map(([question]) => question);
  expect(differing).toEqual([
    "name",
    "toolViews",
    "eventLimits",
    "commandShell",
    "typesSkippedOn",
    "driverHooksSkippedOn",
    "backgroundLimit",
    "asyncRewakeHeadless",
    "jsonWithFailingExit",
    "invalidJson",
    "severalJsonLines",
    "decisionWords",
    "defer",
    "outputBeforeTimeout",
    "promptNotOk",
    "promptDecisionAnswer",
    "callbackPastLimit",
    "onFailureCountsFor",
    "plainStdoutToModel",
    "stopReasonReaches",
    "backgroundMessageReaches",
    "cutsLongText",
    "stopCountsOn",
    "stopBeforeTool",
    "alsoBlockable",
    "decisionAlsoCountsOn",
    "stdoutInstructs",
    "noCustomInstructions",
    "longSummaryRequest",
    "permissionRequestHeadless",
    "notificationsHeadless",
    "notificationContext",
    "planModeChanges",
    "readOutside",
    "permissionDeniedFor",
    "directoryAddedHeadless",
    "interruptedTool",
    "exitTwoIgnoredOn",
    "startWithoutModel",
    "initialMessageInteractive",
    "summaryInteractive",
    "resumedSessionStart",
    "forkSource",
    "agentHooksReach",
    "teams",
    "agentsAtTerminal",
    "skillHooksLive",
    "skillHooksOfSubagent",
    "changedSettings",
    "trustReview",
    "unrecordedEvents",
    "recordsModelHooks",
    "recordsCallbacks",
    "recordsSkippedOn",
    "recordsWithoutFlag",
    "slashCommandOutput",
    "unknownSlashCommand",
    "queuedPrompt",
    "inlineCommand",
  ]);
});
