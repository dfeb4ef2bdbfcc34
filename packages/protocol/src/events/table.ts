import { configChange } from "./config-change.ts";
import { cwdChanged } from "./cwd-changed.ts";
import { directoryAdded } from "./directory-added.ts";
import { elicitation } from "./elicitation.ts";
import { elicitationResult } from "./elicitation-result.ts";
import { fileChanged } from "./file-changed.ts";
import { instructionsLoaded } from "./instructions-loaded.ts";
import { messageDisplay } from "./message-display.ts";
import { notification } from "./notification.ts";
import { permissionDenied } from "./permission-denied.ts";
import { permissionRequest } from "./permission-request.ts";
import { postCompact } from "./post-compact.ts";
import { postModelSwitch } from "./post-model-switch.ts";
import { postToolBatch } from "./post-tool-batch.ts";
import { postToolUse } from "./post-tool-use.ts";
import { postToolUseFailure } from "./post-tool-use-failure.ts";
import { preCompact } from "./pre-compact.ts";
import { preModelSwitch } from "./pre-model-switch.ts";
import { preToolUse } from "./pre-tool-use.ts";
import { sessionEnd } from "./session-end.ts";
import { sessionStart } from "./session-start.ts";
import { setup } from "./setup.ts";
import { stop } from "./stop.ts";
import { stopFailure } from "./stop-failure.ts";
import { subagentStart } from "./subagent-start.ts";
import { subagentStop } from "./subagent-stop.ts";
import { taskCompleted } from "./task-completed.ts";
import { taskCreated } from "./task-created.ts";
import { teammateIdle } from "./teammate-idle.ts";
import { userPromptExpansion } from "./user-prompt-expansion.ts";
import { userPromptSubmit } from "./user-prompt-submit.ts";
import { worktreeCreate } from "./worktree-create.ts";
import { worktreeRemove } from "./worktree-remove.ts";

/** Every known event by name, core events first. A new event is one new file and one line here. */
export const events = {
  SessionStart: sessionStart,
  UserPromptSubmit: userPromptSubmit,
  PreToolUse: preToolUse,
  PermissionRequest: permissionRequest,
  PostToolUse: postToolUse,
  PostToolUseFailure: postToolUseFailure,
  Notification: notification,
  SubagentStart: subagentStart,
  SubagentStop: subagentStop,
  Stop: stop,
  TeammateIdle: teammateIdle,
  TaskCompleted: taskCompleted,
  ConfigChange: configChange,
  PreCompact: preCompact,
  SessionEnd: sessionEnd,
  Setup: setup,
  UserPromptExpansion: userPromptExpansion,
  PermissionDenied: permissionDenied,
  PostToolBatch: postToolBatch,
  StopFailure: stopFailure,
  PostCompact: postCompact,
  TaskCreated: taskCreated,
  InstructionsLoaded: instructionsLoaded,
  CwdChanged: cwdChanged,
  FileChanged: fileChanged,
  DirectoryAdded: directoryAdded,
  WorktreeCreate: worktreeCreate,
  WorktreeRemove: worktreeRemove,
  Elicitation: elicitation,
  ElicitationResult: elicitationResult,
  PreModelSwitch: preModelSwitch,
  PostModelSwitch: postModelSwitch,
  MessageDisplay: messageDisplay,
} as const;

export type EventName = keyof typeof events;

/** What the answers of an event decide about. */
export type OutcomeKindOf<Name extends EventName> = (typeof events)[Name]["outcome"];

export const eventNames = Object.keys(events) as readonly EventName[];

export const isEventName = (name: string): name is EventName => Object.hasOwn(events, name);
