import type { Known, NamesOf, ToolInputOf, ToolResponseOf } from "./tools.ts";

/** E21: what every hook is told. */
export interface CommonInput {
  readonly session_id: string;
  readonly transcript_path?: string | undefined;
  readonly cwd: string;
  readonly permission_mode?:
    | Known<"default" | "plan" | "acceptEdits" | "dontAsk" | "bypassPermissions">
    | undefined;
  /** Set inside a subagent. */
  readonly agent_id?: string | undefined;
  readonly agent_type?: string | undefined;
}

/** G6: a change of permission rules, of the mode or of directories. */
export interface PermissionUpdate {
  readonly type: Known<
    "addRules" | "replaceRules" | "removeRules" | "setMode" | "addDirectories" | "removeDirectories"
  >;
  readonly rules?:
    | readonly { readonly toolName: string; readonly ruleContent?: string | undefined }[]
    | undefined;
  readonly behavior?: Known<"allow" | "deny" | "ask"> | undefined;
  readonly mode?: string | undefined;
  readonly directories?: readonly string[] | undefined;
  readonly destination?:
    | Known<"session" | "localSettings" | "projectSettings" | "userSettings">
    | undefined;
}

/** What the input of an event about a task carries. */
interface TaskFields {
  readonly task_id: string;
  readonly task_subject: string;
  readonly task_description?: string | undefined;
  readonly teammate_name?: string | undefined;
  readonly team_name?: string | undefined;
}

/** What the input of an event about a change of model carries. */
interface ModelFields {
  readonly from_model: string;
  readonly to_model: string;
  readonly requested_model: string;
  readonly source: string;
}

/** What each event about one tool call tells besides the tool and its input. */
interface ToolEventFields {
  readonly PreToolUse: { readonly tool_use_id: string };
  readonly PermissionRequest: {
    readonly permission_suggestions?: readonly PermissionUpdate[] | undefined;
  };
  readonly PostToolUse: {
    readonly tool_use_id: string;
    readonly duration_ms?: number | undefined;
  };
  readonly PostToolUseFailure: {
    readonly tool_use_id: string;
    readonly error: string;
    readonly is_interrupt?: boolean | undefined;
  };
  readonly PermissionDenied: { readonly tool_use_id: string; readonly reason: string };
}

/** What each other event tells besides the common fields. */
interface OtherEventFields {
  readonly SessionStart: {
    readonly source: Known<"startup" | "resume" | "clear" | "compact" | "fork">;
    readonly model?: string | undefined;
  };
  readonly UserPromptSubmit: { readonly prompt: string };
  readonly Notification: {
    readonly message: string;
    readonly title?: string | undefined;
    readonly notification_type: Known<
      "permission_prompt" | "idle_prompt" | "auth_success" | "elicitation_dialog"
    >;
  };
  readonly SubagentStart: { readonly agent_id: string; readonly agent_type: string };
  readonly SubagentStop: {
    /** The subagent goes on already because a hook wanted it. */
    readonly stop_hook_active: boolean;
    readonly agent_id: string;
    readonly agent_type: string;
    readonly agent_transcript_path?: string | undefined;
    readonly last_assistant_message?: string | undefined;
  };
  readonly Stop: {
    /** The agent goes on already because a hook wanted it. */
    readonly stop_hook_active: boolean;
    readonly last_assistant_message?: string | undefined;
  };
  readonly TeammateIdle: { readonly teammate_name: string; readonly team_name: string };
  readonly TaskCompleted: TaskFields;
  readonly ConfigChange: {
    readonly source: Known<
      "user_settings" | "project_settings" | "local_settings" | "policy_settings" | "skills"
    >;
    readonly file_path?: string | undefined;
  };
  readonly PreCompact: {
    readonly trigger: Known<"manual" | "auto">;
    readonly custom_instructions: string | null;
  };
  readonly SessionEnd: {
    readonly reason: Known<
      "clear" | "resume" | "logout" | "prompt_input_exit" | "bypass_permissions_disabled" | "other"
    >;
  };
  readonly Setup: { readonly trigger: Known<"init" | "maintenance"> };
  readonly UserPromptExpansion: {
    readonly expansion_type: Known<"slash_command">;
    readonly command_name: string;
    readonly command_args: string;
    readonly command_source?: string | undefined;
    readonly prompt: string;
  };
  readonly PostToolBatch: { readonly tool_calls: readonly Readonly<Record<string, unknown>>[] };
  readonly StopFailure: {
    readonly error: string;
    readonly error_details?: string | undefined;
    readonly last_assistant_message?: string | undefined;
  };
  readonly PostCompact: {
    readonly trigger: Known<"manual" | "auto">;
    readonly compact_summary: string;
  };
  readonly TaskCreated: TaskFields;
  readonly InstructionsLoaded: {
    readonly file_path: string;
    readonly memory_type: string;
    readonly load_reason: string;
    readonly globs?: readonly string[] | undefined;
    readonly trigger_file_path?: string | undefined;
    readonly parent_file_path?: string | undefined;
  };
  readonly CwdChanged: { readonly old_cwd: string; readonly new_cwd: string };
  readonly FileChanged: {
    readonly file_path: string;
    readonly event: Known<"change" | "add" | "unlink">;
  };
  readonly DirectoryAdded: { readonly directory: string; readonly source: string };
  readonly WorktreeCreate: { readonly name: string };
  readonly WorktreeRemove: { readonly worktree_path: string };
  readonly Elicitation: {
    readonly mcp_server_name: string;
    readonly message: string;
    readonly mode?: string | undefined;
    readonly url?: string | undefined;
    readonly elicitation_id?: string | undefined;
    readonly requested_schema?: Readonly<Record<string, unknown>> | undefined;
  };
  readonly ElicitationResult: {
    readonly mcp_server_name: string;
    readonly action: Known<"accept" | "decline" | "cancel">;
    readonly content?: Readonly<Record<string, unknown>> | undefined;
  };
  readonly PreModelSwitch: ModelFields;
  readonly PostModelSwitch: ModelFields;
  readonly MessageDisplay: {
    readonly turn_id: string;
    readonly message_id: string;
    readonly index: number;
    readonly final: boolean;
    readonly delta: string;
  };
}

/** Events about one tool call. */
export type ToolEventName = keyof ToolEventFields;

/** Every event a hook can be for. */
export type EventName = ToolEventName | keyof OtherEventFields;

type Flat<T> = { [Key in keyof T]: T[Key] };

type ToolCallFields<Name extends ToolEventName, Tool extends string> = {
  readonly tool_name: NamesOf<Tool>;
  readonly tool_input: ToolInputOf<Tool>;
} & (Name extends "PostToolUse" ? { readonly tool_response: ToolResponseOf<Tool> } : unknown);

/** What a hook of an event is told; of several tools, one shape for each. */
export type HookInput<Name extends EventName, Tool extends string = string> = Name extends EventName
  ? Tool extends string
    ? Flat<CommonInput & { readonly hook_event_name: Name } & OwnFields<Name, Tool>>
    : never
  : never;

type OwnFields<Name extends EventName, Tool extends string> = Name extends ToolEventName
  ? ToolEventFields[Name] & ToolCallFields<Name, Tool>
  : Name extends keyof OtherEventFields
    ? OtherEventFields[Name]
    : never;
