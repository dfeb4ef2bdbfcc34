import type { Profile } from "./profile.ts";
import { reference } from "./reference.ts";

/** The agent Envoy: two events, hooks one after another, no shell. */
export const envoy: Profile = {
  ...reference,
  name: "envoy",

  events: ["SessionStart", "PostToolUse"],
  matcher: "expression",
  order: "one-lane",
  mergesDuplicates: false,

  limits: {
    command: undefined,
    http: undefined,
    mcp_tool: undefined,
    prompt: undefined,
    agent: undefined,
    callback: undefined,
    function: undefined,
  },
  commandForm: "words",

  readsJsonOn: ["PostToolUse"],
  jsonWithFailingExit: "read-whatever-the-exit",
  exitTwoBlocks: false,
  decisionWords: ["block"],
  plainStdoutToModel: ["SessionStart"],
  cutsLongText: "none",

  stopCountsOn: ["PostToolUse"],
  recordsWithoutFlag: "all",
};
