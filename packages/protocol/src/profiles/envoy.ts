import type { Profile } from "./profile.ts";
import { reference } from "./reference.ts";

/** The agent Envoy: two events, hooks run one after another, no shell. */
export const envoy: Profile = {
  ...reference,
  name: "envoy",

  events: ["SessionStart", "PostToolUse"],
  groupForm: "flat",
  matcher: "expression",
  matcherNeededOn: ["PostToolUse"],
  matcherValues: { SessionStart: ["startup", "resume", "clear", "compact"] },
  toolViews: {
    Write: { name: "filesystem_write_file", fields: { file_path: "path" } },
    Edit: { name: "filesystem_edit_file", fields: { file_path: "path" } },
  },
  order: "one-lane",
  mergesDuplicates: false,

  limits: "none",
  commandForm: "words",
  hookDirectory: "session-start",

  readsJsonOn: ["PostToolUse"],
  jsonWithFailingExit: "read-whatever-the-exit",
  exitTwoBlocks: false,
  decisionWords: ["block"],
  onFailureCountsFor: [],
  plainStdoutToModel: ["SessionStart"],
  cutsLongText: "none",
  suppressedOutput: "dropped",

  stopCountsOn: ["PostToolUse"],
  stopEnds: "run",
  callsOfAnswer: "all-before-hooks",
  contextAfterTool: "own-message",

  sessionStartText: "head-of-prompt",
  clearedSessionStart: "logged",
  recordsWithoutFlag: "all",
  unknownSlashCommand: "sent",
  inlineCommand: "as-tool-call",
};
