import type { Profile } from "./profile.ts";
import { reference } from "./reference.ts";

/** Claude Code 2.1.325 as recorded: where it differs from the published contract. */
export const claudeCode: Profile = {
  ...reference,
  name: "claude-code@2.1.325",

  eventLimits: { UserPromptSubmit: 30_000, SessionEnd: 1500 },
  bashOnLinux: "/bin/sh",
  typesSkippedOn: { SessionStart: ["http"] },
  asyncRewakeHeadless: "synchronous",

  jsonWithFailingExit: "honoured",
  invalidJson: "failure",
  severalJsonLines: "failure",
  decisionWords: ["approve", "block"],
  defer: "ends-the-run",
  outputBeforeTimeout: "dropped",
  promptNotOk: "ends-the-turn",
  promptDecisionAnswer: "wrong-shape",
  callbackPastLimit: "blocks",
  onFailureCountsFor: ["command", "http"],
  plainStdoutToModel: [...reference.plainStdoutToModel, "UserPromptExpansion"],
  stopReasonReaches: "model-later",
  backgroundMessageReaches: "model-later",
  cutsLongText: "stdout-and-context",

  stopCountsOn: [
    "UserPromptSubmit",
    "PreToolUse",
    "PostToolUse",
    "PostToolBatch",
    "Stop",
    "SubagentStop",
  ],
  stopBeforeTool: "tool-runs-first",
  alsoBlockable: ["PreCompact"],
  decisionAlsoCountsOn: ["TaskCreated", "TaskCompleted"],
  stdoutInstructs: ["PreCompact"],
  noCustomInstructions: null,
  permissionRequestHeadless: "fired",
  exitTwoIgnoredOn: ["PermissionRequest"],

  resumedSessionStart: "not-added-again",
  forkSource: "fork",
  skillHooksLive: "until-session-end",
  changedSettings: "apply",
  unrecordedEvents: [
    "PreCompact",
    "PostCompact",
    "SessionEnd",
    "ConfigChange",
    "CwdChanged",
    "InstructionsLoaded",
    "StopFailure",
  ],
  recordsModelHooks: false,
  recordsSkippedOn: ["SessionStart"],
  recordsWithoutFlag: ["SessionStart"],
  slashCommandOutput: "conversation",
  unknownSlashCommand: "sent",
};
