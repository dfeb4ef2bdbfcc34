import { type EventName, hasTeams, profileNamed } from "@snaphook/protocol";

/** The events that the agent fires outside of tool calls. What a stop does on each is a row of a test. */
export const dispatchedEvents = [
  "Setup",
  "SessionStart",
  "InstructionsLoaded",
  "UserPromptSubmit",
  "UserPromptExpansion",
  "CwdChanged",
  "WorktreeCreate",
  "WorktreeRemove",
  "PermissionDenied",
  "DirectoryAdded",
  "FileChanged",
  "TaskCreated",
  "TaskCompleted",
  "PostToolBatch",
  "PreCompact",
  "PostCompact",
  "SubagentStart",
  "SubagentStop",
  "TeammateIdle",
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

interface FiredOptions {
  /** Whether someone answers permission questions. */
  readonly asks: boolean;
  /** Without a user at a terminal. */
  readonly headless: boolean;
  readonly env: Parameters<typeof hasTeams>[1];
}

/**
 * Every event that the agent fires. Section 12 of the contract: without anyone who answers permission questions
 * some profiles do not fire PermissionRequest, without a terminal some do not fire DirectoryAdded, and in some a
 * variable turns teams on.
 */
export function firedEvents(
  name: string,
  { asks, headless, env }: FiredOptions,
): readonly EventName[] {
  const profile = profileNamed(name);
  const isAlwaysAsked = profile?.permissionRequestHeadless === "fired";
  const asked: readonly EventName[] = asks || isAlwaysAsked ? ["PermissionRequest"] : [];
  const unfired = new Set<EventName>();
  if (!(profile && hasTeams(profile, env))) unfired.add("TeammateIdle");
  if (headless && profile?.directoryAddedHeadless === "not-fired") unfired.add("DirectoryAdded");
  const all: readonly EventName[] = [...dispatchedEvents, ...callEvents, ...asked];
  return all.filter((event) => !unfired.has(event));
}
