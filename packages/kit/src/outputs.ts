import type { EventName, PermissionUpdate } from "./inputs.ts";

type JsonObject = Readonly<Record<string, unknown>>;

interface ContextOutput {
  readonly additionalContext?: string | undefined;
}

interface PromptOutput extends ContextOutput {
  readonly suppressOriginalPrompt?: boolean | undefined;
}

interface ElicitationOutput {
  readonly action?: "accept" | "decline" | "cancel";
  readonly content?: JsonObject | undefined;
}

/** A5: what each event takes in `hookSpecificOutput`; events that are not here take nothing. */
export interface OwnOutputs {
  readonly PreToolUse: ContextOutput & {
    readonly permissionDecision?: "allow" | "deny" | "ask";
    readonly permissionDecisionReason?: string | undefined;
    readonly updatedInput?: JsonObject | undefined;
  };
  readonly PermissionRequest: {
    readonly decision?:
      | {
          readonly behavior: "allow";
          readonly updatedInput?: JsonObject | undefined;
          readonly updatedPermissions?: readonly PermissionUpdate[] | undefined;
        }
      | {
          readonly behavior: "deny";
          readonly message?: string | undefined;
          readonly interrupt?: boolean | undefined;
        };
  };
  readonly PostToolUse: ContextOutput & { readonly updatedToolOutput?: unknown };
  readonly PostToolUseFailure: ContextOutput;
  readonly PostToolBatch: ContextOutput;
  readonly PermissionDenied: { readonly retry?: boolean };
  readonly UserPromptSubmit: PromptOutput;
  readonly UserPromptExpansion: PromptOutput;
  readonly SessionStart: ContextOutput & { readonly initialUserMessage?: string };
  readonly Setup: ContextOutput;
  readonly Notification: ContextOutput;
  readonly SubagentStart: ContextOutput;
  readonly SubagentStop: ContextOutput;
  readonly Stop: ContextOutput;
  readonly CwdChanged: { readonly watchPaths?: readonly string[] };
  readonly FileChanged: { readonly watchPaths?: readonly string[] };
  readonly WorktreeCreate: { readonly worktreePath?: string };
  readonly Elicitation: ElicitationOutput;
  readonly ElicitationResult: ElicitationOutput;
  readonly PreModelSwitch: {
    readonly permissionDecision?: "allow" | "deny" | "ask";
    readonly permissionDecisionReason?: string | undefined;
  };
  readonly MessageDisplay: { readonly displayContent?: string };
}

type OwnOutput<Name extends EventName> = Name extends keyof OwnOutputs ? OwnOutputs[Name] : unknown;

/** The JSON object a hook prints. */
export interface HookOutput<Name extends EventName = EventName> {
  readonly continue?: false;
  readonly stopReason?: string | undefined;
  readonly suppressOutput?: true;
  readonly systemMessage?: string;
  readonly decision?: "block";
  readonly reason?: string | undefined;
  readonly hookSpecificOutput?: { readonly hookEventName: Name } & OwnOutput<Name>;
}

/**
 * What a hook says: made by the functions its callback is given, and returned, alone or several in a list.
 */
export interface Reply<Name extends EventName = EventName> {
  readonly event: Name;
  readonly output?: HookOutput<Name>;
  /** The text of a block that only the exit code can say (E18): exit 2, and this on stderr. */
  readonly blockText?: string;
}
