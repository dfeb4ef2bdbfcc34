import type { EventName } from "@snaphook/engine";

/**
 * The events that adapters fire, for the option `fires` of `createHooks`: hooks on others are then reported by
 * `lint`, `explain` and `config.inactive()` too.
 */
export const firedEvents: readonly EventName[] = [
  "SessionStart",
  "UserPromptSubmit",
  "PreToolUse",
  "PermissionRequest",
  "PostToolUse",
  "PostToolUseFailure",
  "SubagentStart",
  "SubagentStop",
  "Stop",
  "StopFailure",
  "SessionEnd",
];
