import { type EventName, profileNamed } from "@snaphook/protocol";

/** The events that the agent fires outside of tool calls. What a stop does on each is a row of a test. */
export const dispatchedEvents = [
  "Setup",
  "SessionStart",
  "InstructionsLoaded",
  "UserPromptSubmit",
  "UserPromptExpansion",
  "CwdChanged",
  "TaskCreated",
  "TaskCompleted",
  "PostToolBatch",
  "PreCompact",
  "PostCompact",
  "SubagentStart",
  "SubagentStop",
  "Stop",
  "StopFailure",
  "ConfigChange",
  "Elicitation",
  "ElicitationResult",
  "MessageDisplay",
  "PreModelSwitch",
  "PostModelSwitch",
  "Notification",
  "SessionEnd",
] as const satisfies readonly EventName[];

export type DispatchedEvent = (typeof dispatchedEvents)[number];

/** The events of a tool call that always fire, where they apply. */
const callEvents = [
  "PreToolUse",
  "PostToolUse",
  "PostToolUseFailure",
] as const satisfies readonly EventName[];

/**
 * Every event that the agent fires. Section 12 of the contract: without anyone who answers permission questions
 * some profiles do not fire PermissionRequest.
 */
export function firedEvents(profile: string, { asks }: { readonly asks: boolean }) {
  const headless = profileNamed(profile)?.permissionRequestHeadless === "fired";
  const asked: readonly EventName[] = asks || headless ? ["PermissionRequest"] : [];
  return [...dispatchedEvents, ...callEvents, ...asked] as readonly EventName[];
}
