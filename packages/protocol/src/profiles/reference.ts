import type { Profile } from "./profile.ts";

const seconds = 1000;

/** The published contract; the default. */
export const reference: Profile = {
  name: "reference",

  events: "all",
  matcher: "names-or-expression",
  order: "parallel",
  mergesDuplicates: true,

  limits: {
    command: 600 * seconds,
    http: 600 * seconds,
    mcp_tool: 600 * seconds,
    prompt: 30 * seconds,
    agent: 60 * seconds,
    callback: 60 * seconds,
    function: 60 * seconds,
  },
  eventLimits: {},
  commandForm: "shell",
  bashOnLinux: "bash",
  eventsWithoutHttp: [],
  asyncRewakeHeadless: "background",

  readsJsonOn: "every-event",
  jsonWithFailingExit: "ignored",
  exitTwoBlocks: true,
  invalidJson: "plain-text",
  severalJsonLines: "plain-text",
  decisionWords: ["approve", "block", "allow", "deny"],
  defer: "not-a-word",
  outputBeforeTimeout: "complete-deny-counts",
  promptNotOk: "blocks",
  promptDecisionAnswer: "accepted",
  callbackPastLimit: "non-blocking",
  plainStdoutToModel: ["SessionStart", "UserPromptSubmit"],
  stopReasonReaches: "user",
  backgroundMessageReaches: "user",
  cutsLongText: "all",

  stopCountsOn: "every-event",
  stopBeforeTool: "tool-does-not-run",
  alsoBlockable: [],
  stdoutInstructs: [],
  noCustomInstructions: "",
  permissionRequestHeadless: "not-fired",
  exitTwoIgnoredOn: [],

  resumedSessionStart: "added-again",
  forkSource: "resume",
  skillHooksLive: "until-turn-end",
  changedSettings: "wait-for-review",
  unrecordedEvents: [],
  recordsModelHooks: true,
  recordsWithoutFlag: [],
  slashCommandOutput: "user",
};
