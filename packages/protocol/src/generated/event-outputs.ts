// Made from the protocol by `npm run generate`: change the protocol, not this file.

import type { PermissionUpdate } from "./event-inputs.ts";

/** The fields of an answer that all events share. */
export interface CommonOutputFields {
  /** false ends the turn, whatever else the hook answers. */
  readonly continue?: boolean | undefined;
  /** Why the turn ends; shown to the user. */
  readonly stopReason?: string | undefined;
  /** Hides what the hook printed from the verbose view. */
  readonly suppressOutput?: boolean | undefined;
  /** A warning, shown to the user. */
  readonly systemMessage?: string | undefined;
  /** block blocks, on events that can be blocked. approve and allow only have an effect on PreToolUse. */
  readonly decision?: "approve" | "block" | "allow" | "deny" | undefined;
  /** Why. */
  readonly reason?: string | undefined;
}

/** The fields of each event in `hookSpecificOutput`, without `hookEventName`. */
export interface EventOutputs {
  readonly SessionStart: {
    /** Text for the model, marked as coming from a hook. */
    readonly additionalContext?: string | undefined;
    /** A user message to add before the first prompt. */
    readonly initialUserMessage?: string | undefined;
    /** A title of the session for the user; later events have it as session_title. */
    readonly sessionTitle?: string | undefined;
    /** Files to watch from now on, instead of those watched before. */
    readonly watchPaths?: readonly string[] | undefined;
  };
  readonly UserPromptSubmit: {
    /** Text for the model, marked as coming from a hook. */
    readonly additionalContext?: string | undefined;
    /** Whether a blocked prompt is hidden from the user too. */
    readonly suppressOriginalPrompt?: boolean | undefined;
    /** A title of the session for the user; later events have it as session_title. */
    readonly sessionTitle?: string | undefined;
  };
  readonly PreToolUse: {
    /** Whether the tool runs; if missing, the hook has no opinion. */
    readonly permissionDecision?: "allow" | "deny" | "ask" | "defer" | undefined;
    /** Why. The model sees the reason for deny, the user the reason for allow and ask. */
    readonly permissionDecisionReason?: string | undefined;
    /** Replaces the whole input of the tool. */
    readonly updatedInput?: Readonly<Record<string, unknown>> | undefined;
    /** Text for the model, marked as coming from a hook. */
    readonly additionalContext?: string | undefined;
  };
  readonly PermissionRequest: {
    /** The answer on behalf of the user; if missing, the user is asked. */
    readonly decision?:
      | {
          /** Grants permission on behalf of the user. */
          readonly behavior: "allow";
          /** Replaces the whole input of the tool. */
          readonly updatedInput?: Readonly<Record<string, unknown>> | undefined;
          /** Permission changes to make before the call runs. */
          readonly updatedPermissions?: readonly PermissionUpdate[] | undefined;
        }
      | {
          /** Denies permission on behalf of the user. */
          readonly behavior: "deny";
          /** Why; shown to the model. */
          readonly message?: string | undefined;
          /** Whether to stop the agent too. */
          readonly interrupt?: boolean | undefined;
        }
      | undefined;
  };
  readonly PostToolUse: {
    /** Text for the model, marked as coming from a hook. */
    readonly additionalContext?: string | undefined;
    /** What the model sees instead of the result; must have the same fields as the tool's output. */
    readonly updatedToolOutput?: unknown;
    /** The older name of updatedToolOutput, for MCP tools. */
    readonly updatedMCPToolOutput?: unknown;
  };
  readonly PostToolUseFailure: {
    /** Text for the model, marked as coming from a hook. */
    readonly additionalContext?: string | undefined;
  };
  readonly Notification: {
    /** Text for the model, marked as coming from a hook. */
    readonly additionalContext?: string | undefined;
  };
  readonly SubagentStart: {
    /** Text for the model, marked as coming from a hook. */
    readonly additionalContext?: string | undefined;
  };
  readonly SubagentStop: {
    /** Text for the model, marked as coming from a hook. */
    readonly additionalContext?: string | undefined;
  };
  readonly Stop: {
    /** Text for the model, marked as coming from a hook. */
    readonly additionalContext?: string | undefined;
  };
  readonly TeammateIdle: Record<never, never>;
  readonly TaskCompleted: Record<never, never>;
  readonly ConfigChange: Record<never, never>;
  readonly PreCompact: Record<never, never>;
  readonly SessionEnd: Record<never, never>;
  readonly Setup: {
    /** Text for the model, marked as coming from a hook. */
    readonly additionalContext?: string | undefined;
  };
  readonly UserPromptExpansion: {
    /** Text for the model, marked as coming from a hook. */
    readonly additionalContext?: string | undefined;
    /** Whether a blocked prompt is hidden from the user too. */
    readonly suppressOriginalPrompt?: boolean | undefined;
  };
  readonly PermissionDenied: {
    /** Whether the model may try the call again. */
    readonly retry?: boolean | undefined;
  };
  readonly PostToolBatch: {
    /** Text for the model, marked as coming from a hook. */
    readonly additionalContext?: string | undefined;
  };
  readonly StopFailure: Record<never, never>;
  readonly PostCompact: Record<never, never>;
  readonly TaskCreated: Record<never, never>;
  readonly InstructionsLoaded: Record<never, never>;
  readonly CwdChanged: {
    /** Files to watch from now on, instead of those watched before. */
    readonly watchPaths?: readonly string[] | undefined;
  };
  readonly FileChanged: {
    /** Files to watch from now on, instead of those watched before. */
    readonly watchPaths?: readonly string[] | undefined;
  };
  readonly DirectoryAdded: Record<never, never>;
  readonly WorktreeCreate: {
    /** Where the hook created the worktree, as an absolute path. */
    readonly worktreePath?: string | undefined;
  };
  readonly WorktreeRemove: Record<never, never>;
  readonly Elicitation: {
    /** The answer on behalf of the user; if missing, the user is asked. */
    readonly action?: "accept" | "decline" | "cancel" | undefined;
    /** The values of the answer, if the action is accept. */
    readonly content?: Readonly<Record<string, unknown>> | undefined;
  };
  readonly ElicitationResult: {
    /** The answer on behalf of the user; if missing, the user is asked. */
    readonly action?: "accept" | "decline" | "cancel" | undefined;
    /** The values of the answer, if the action is accept. */
    readonly content?: Readonly<Record<string, unknown>> | undefined;
  };
  readonly PreModelSwitch: {
    /** Whether the model may change; ask refuses, because no host asks the user about it. */
    readonly permissionDecision?: "allow" | "deny" | "ask" | undefined;
    /** Why. */
    readonly permissionDecisionReason?: string | undefined;
  };
  readonly PostModelSwitch: Record<never, never>;
  readonly MessageDisplay: {
    /** What to show instead of this piece. */
    readonly displayContent?: string | undefined;
  };
}

/** The fields of an event in `hookSpecificOutput`, without `hookEventName`. */
export type EventOutput<Name extends keyof EventOutputs> = EventOutputs[Name];

/** A whole answer: the JSON object that a hook prints. */
export interface HookOutput<Name extends keyof EventOutputs = keyof EventOutputs>
  extends CommonOutputFields {
  /** The event's own fields. */
  readonly hookSpecificOutput?: ({ readonly hookEventName: Name } & EventOutputs[Name]) | undefined;
}
