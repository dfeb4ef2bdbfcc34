// Made from the protocol by `npm run generate`: change the protocol, not this file.

/** A usual word, or any other text: newer hosts have newer words. */
export type Known<Word extends string> = Word | (string & {});

/** The input fields of every event; the host fills them in. */
export interface CommonInput {
  /** The session. */
  readonly session_id: string;
  /** The session's transcript, as an absolute path. */
  readonly transcript_path?: string | undefined;
  /** The agent's current directory. */
  readonly cwd: string;
  /** The permission mode in force. */
  readonly permission_mode?:
    | Known<"default" | "plan" | "acceptEdits" | "auto" | "dontAsk" | "bypassPermissions">
    | undefined;
  /** The title of the session, if it has one. */
  readonly session_title?: string | undefined;
  /** The subagent in which the event happened; missing in the main agent. */
  readonly agent_id?: string | undefined;
  /** The kind of agent in which the event happened. */
  readonly agent_type?: string | undefined;
  /** How deep the subagent is nested: 1 for one that the main agent started; missing in the main agent. */
  readonly agent_depth?: number | undefined;
  /** The subagent that started this one; missing if the main agent did. */
  readonly parent_agent_id?: string | undefined;
}

/** The name of a tool. */
export type ToolName = Known<
  | "Bash"
  | "Read"
  | "Write"
  | "Edit"
  | "NotebookEdit"
  | "Glob"
  | "Grep"
  | "WebFetch"
  | "WebSearch"
  | "Agent"
  | "Skill"
  | "TaskCreate"
  | "TaskUpdate"
  | "TaskList"
  | "TaskGet"
  | "EnterWorktree"
  | "ExitWorktree"
  | "EnterPlanMode"
  | "ExitPlanMode"
  | "AskUserQuestion"
  | "SendMessage"
>;

/** A change to the permission rules, the permission mode or the directories the agent may use. */
export interface PermissionUpdate {
  /** What changes. */
  readonly type: Known<
    "addRules" | "replaceRules" | "removeRules" | "setMode" | "addDirectories" | "removeDirectories"
  >;
  /** The rules, if rules change. */
  readonly rules?:
    | readonly {
        /** The tool. */
        readonly toolName: string;
        /** The pattern in parentheses, if any. */
        readonly ruleContent?: string | undefined;
      }[]
    | undefined;
  /** What the rules do. */
  readonly behavior?: Known<"allow" | "deny" | "ask"> | undefined;
  /** The permission mode, for setMode. */
  readonly mode?: string | undefined;
  /** The directories, if directories change. */
  readonly directories?: readonly string[] | undefined;
  /** Where the change is stored: for this session only, or in a settings file. */
  readonly destination?:
    | Known<"session" | "localSettings" | "projectSettings" | "userSettings">
    | undefined;
}

/** The input fields of each event, without the common ones. */
export interface EventInputs {
  /** A session begins, is resumed, cleared, compacted or forked. */
  readonly SessionStart: {
    /** How the session started. */
    readonly source: Known<"startup" | "resume" | "clear" | "compact" | "fork">;
    /** The model in use. */
    readonly model?: string | undefined;
    /** The agent the session was started as. */
    readonly agent_type?: string | undefined;
    /** Of a session that continues: how long ago the model answered last. */
    readonly seconds_since_last_response?: number | undefined;
    /** Of a session that continues: about how many tokens its conversation has. */
    readonly context_tokens?: number | undefined;
    /** Of a session that continues: whether the service no longer has the conversation in its cache. */
    readonly prompt_cache_likely_expired?: boolean | undefined;
    /** Of a session that continues: about what it costs to put the conversation into the cache again, in US dollars; missing if the price is not known. */
    readonly estimated_cache_write_usd?: number | undefined;
  };
  /** The user sent a prompt, and the model has not seen it yet. */
  readonly UserPromptSubmit: {
    /** The prompt as the user wrote it. */
    readonly prompt: string;
  };
  /** A tool is about to run, and its input is valid. */
  readonly PreToolUse: {
    readonly tool_name: ToolName;
    /** The tool's input: validated, with defaults filled in and paths made absolute. */
    readonly tool_input: Readonly<Record<string, unknown>>;
    /** The id of the call. */
    readonly tool_use_id: string;
  };
  /** The user is about to be asked for permission. */
  readonly PermissionRequest: {
    readonly tool_name: ToolName;
    /** The tool's input: validated, with defaults filled in and paths made absolute. */
    readonly tool_input: Readonly<Record<string, unknown>>;
    /** Permission changes the user could choose instead of a plain yes or no. */
    readonly permission_suggestions?: readonly PermissionUpdate[] | undefined;
  };
  /** A tool succeeded. */
  readonly PostToolUse: {
    readonly tool_name: ToolName;
    /** The tool's input: validated, with defaults filled in and paths made absolute. */
    readonly tool_input: Readonly<Record<string, unknown>>;
    /** The id of the call. */
    readonly tool_use_id: string;
    /** The tool's output. */
    readonly tool_response: unknown;
    /** How long the tool ran, in milliseconds. */
    readonly duration_ms?: number | undefined;
  };
  /** A tool failed or threw. */
  readonly PostToolUseFailure: {
    readonly tool_name: ToolName;
    /** The tool's input: validated, with defaults filled in and paths made absolute. */
    readonly tool_input: Readonly<Record<string, unknown>>;
    /** The id of the call. */
    readonly tool_use_id: string;
    /** The error as the model sees it. */
    readonly error: string;
    /** Whether the user interrupted the tool. */
    readonly is_interrupt?: boolean | undefined;
  };
  /** The host notifies the user. */
  readonly Notification: {
    /** The text of the notification. */
    readonly message: string;
    /** Its title. */
    readonly title?: string | undefined;
    /** What it is about. */
    readonly notification_type: Known<
      | "permission_prompt"
      | "idle_prompt"
      | "auth_success"
      | "elicitation_dialog"
      | "elicitation_response"
    >;
  };
  /** A subagent was started. */
  readonly SubagentStart: {
    /** The id of the subagent. */
    readonly agent_id: string;
    /** The kind of subagent. */
    readonly agent_type: Known<"general-purpose" | "Explore" | "Plan" | "Bash">;
  };
  /** A subagent finished. */
  readonly SubagentStop: {
    /** Whether the agent is already continuing because a hook blocked an earlier stop. */
    readonly stop_hook_active: boolean;
    /** The last text of the agent. */
    readonly last_assistant_message?: string | undefined;
    /** How many times in a row hooks have sent the agent back. */
    readonly stop_hook_blocks?: number | undefined;
    /** How many times they may: a block after that is overridden. */
    readonly stop_hook_block_cap?: number | undefined;
    /** The id of the subagent. */
    readonly agent_id: string;
    /** The kind of subagent. */
    readonly agent_type: Known<"general-purpose" | "Explore" | "Plan" | "Bash">;
    /** The subagent's transcript, as an absolute path. */
    readonly agent_transcript_path?: string | undefined;
  };
  /** The main agent finished responding. */
  readonly Stop: {
    /** Whether the agent is already continuing because a hook blocked an earlier stop. */
    readonly stop_hook_active: boolean;
    /** The last text of the agent. */
    readonly last_assistant_message?: string | undefined;
    /** How many times in a row hooks have sent the agent back. */
    readonly stop_hook_blocks?: number | undefined;
    /** How many times they may: a block after that is overridden. */
    readonly stop_hook_block_cap?: number | undefined;
  };
  /** A teammate is about to go idle. */
  readonly TeammateIdle: {
    /** The teammate that has nothing left to do. */
    readonly teammate_name: string;
    /** Its team. */
    readonly team_name: string;
  };
  /** A task is being marked completed. */
  readonly TaskCompleted: {
    /** The id of the task. */
    readonly task_id: string;
    /** The task, in one line. */
    readonly task_subject: string;
    /** The task, in full. */
    readonly task_description?: string | undefined;
    /** The teammate who works on it. */
    readonly teammate_name?: string | undefined;
    /** The teammate's team. */
    readonly team_name?: string | undefined;
  };
  /** A settings file or skill changed during the session. */
  readonly ConfigChange: {
    /** What changed. */
    readonly source: Known<
      "user_settings" | "project_settings" | "local_settings" | "policy_settings" | "skills"
    >;
    /** The file that changed, as an absolute path. */
    readonly file_path?: string | undefined;
  };
  /** The conversation is about to be compacted. */
  readonly PreCompact: {
    /** Whether the user (manual) or the host (auto) started it. */
    readonly trigger: Known<"manual" | "auto">;
    /** What the user wrote after /compact; empty or null if nothing. */
    readonly custom_instructions: string | null;
  };
  /** The session ends. */
  readonly SessionEnd: {
    /** Why it ends. */
    readonly reason: Known<
      "clear" | "resume" | "logout" | "prompt_input_exit" | "bypass_permissions_disabled" | "other"
    >;
  };
  /** The host prepares a project. */
  readonly Setup: {
    /** Why the project is prepared. */
    readonly trigger: Known<"init" | "maintenance">;
  };
  /** A slash command is expanded into a prompt. */
  readonly UserPromptExpansion: {
    /** What is expanded. */
    readonly expansion_type: Known<"slash_command">;
    /** The command, without its slash. */
    readonly command_name: string;
    /** What the user wrote after the command. */
    readonly command_args: string;
    /** Where the command comes from. */
    readonly command_source?: Known<"projectSettings" | "userSettings"> | undefined;
    /** The prompt as the user wrote it. */
    readonly prompt: string;
  };
  /** A permission was denied. */
  readonly PermissionDenied: {
    readonly tool_name: ToolName;
    /** The tool's input: validated, with defaults filled in and paths made absolute. */
    readonly tool_input: Readonly<Record<string, unknown>>;
    /** The id of the call. */
    readonly tool_use_id: string;
    /** Why it was denied. */
    readonly reason: string;
  };
  /** All tool calls of one answer are done. */
  readonly PostToolBatch: {
    /** The calls, each with tool_name, tool_input, tool_use_id and tool_response. */
    readonly tool_calls: readonly Readonly<Record<string, unknown>>[];
  };
  /** The turn ended with an API error. */
  readonly StopFailure: {
    /** The kind of error. */
    readonly error: string;
    /** What the API said. */
    readonly error_details?: string | undefined;
    /** The last text of the agent. */
    readonly last_assistant_message?: string | undefined;
  };
  /** The conversation was compacted. */
  readonly PostCompact: {
    /** Whether the user (manual) or the host (auto) started it. */
    readonly trigger: Known<"manual" | "auto">;
    /** The summary that replaces the conversation, as the model wrote it. */
    readonly compact_summary: string;
  };
  /** A task is being created. */
  readonly TaskCreated: {
    /** The id of the task. */
    readonly task_id: string;
    /** The task, in one line. */
    readonly task_subject: string;
    /** The task, in full. */
    readonly task_description?: string | undefined;
    /** The teammate who works on it. */
    readonly teammate_name?: string | undefined;
    /** The teammate's team. */
    readonly team_name?: string | undefined;
  };
  /** An instructions file was loaded. */
  readonly InstructionsLoaded: {
    /** The file that was loaded, as an absolute path. */
    readonly file_path: string;
    /** Whose instructions they are: Project, User, Local, Managed. */
    readonly memory_type: string;
    /** Why it was loaded, for example session_start. */
    readonly load_reason: string;
    /** The path patterns the file applies to. */
    readonly globs?: readonly string[] | undefined;
    /** The file whose use made it load. */
    readonly trigger_file_path?: string | undefined;
    /** The file that includes it. */
    readonly parent_file_path?: string | undefined;
  };
  /** The agent's current directory changed. */
  readonly CwdChanged: {
    /** The directory before. */
    readonly old_cwd: string;
    /** The directory now. */
    readonly new_cwd: string;
  };
  /** A watched file changed. */
  readonly FileChanged: {
    /** The file that changed, as an absolute path. */
    readonly file_path: string;
    /** What happened to it. */
    readonly event: Known<"change" | "add" | "unlink">;
  };
  /** A directory was added to the session. */
  readonly DirectoryAdded: {
    /** The directory that was added, as an absolute path. */
    readonly directory: string;
    /** What added it. */
    readonly source: string;
  };
  /** A worktree is needed. */
  readonly WorktreeCreate: {
    /** The name of the worktree. */
    readonly name: string;
  };
  /** A worktree is no longer needed. */
  readonly WorktreeRemove: {
    /** The worktree, as an absolute path. */
    readonly worktree_path: string;
  };
  /** An MCP server asks the user something. */
  readonly Elicitation: {
    /** The MCP server that asks. */
    readonly mcp_server_name: string;
    /** The question. */
    readonly message: string;
    /** How the question is asked: as a form or on a web page. */
    readonly mode?: string | undefined;
    /** The page on which the user answers. */
    readonly url?: string | undefined;
    /** The id of the question. */
    readonly elicitation_id?: string | undefined;
    /** The JSON Schema of the answer. */
    readonly requested_schema?: Readonly<Record<string, unknown>> | undefined;
  };
  /** The user answered an MCP server. */
  readonly ElicitationResult: {
    /** The MCP server that asked. */
    readonly mcp_server_name: string;
    /** What the user answered. */
    readonly action: Known<"accept" | "decline" | "cancel">;
    /** The values the user entered. */
    readonly content?: Readonly<Record<string, unknown>> | undefined;
  };
  /** The model is about to change. */
  readonly PreModelSwitch: {
    /** The model now in use. */
    readonly from_model: string;
    /** The model that will be used next. */
    readonly to_model: string;
    /** The model as requested; may be an alias. */
    readonly requested_model: string;
    /** What requested the change. */
    readonly source: string;
    /** About how many tokens the conversation has. */
    readonly context_tokens?: number | undefined;
    /** Whether the service of the model in use probably has the conversation in its cache; the next model does not. */
    readonly prompt_cache_warm?: boolean | undefined;
  };
  /** The model changed. */
  readonly PostModelSwitch: {
    /** The model now in use. */
    readonly from_model: string;
    /** The model that will be used next. */
    readonly to_model: string;
    /** The model as requested; may be an alias. */
    readonly requested_model: string;
    /** What requested the change. */
    readonly source: string;
    /** About how many tokens the conversation has. */
    readonly context_tokens?: number | undefined;
    /** Whether the service of the model in use probably has the conversation in its cache; the next model does not. */
    readonly prompt_cache_warm?: boolean | undefined;
  };
  /** A piece of an answer is about to be shown. */
  readonly MessageDisplay: {
    /** The turn. */
    readonly turn_id: string;
    /** The message the piece belongs to. */
    readonly message_id: string;
    /** The position of the piece in its message, from 0. */
    readonly index: number;
    /** Whether it is the last piece of its message. */
    readonly final: boolean;
    /** The text of the piece. */
    readonly delta: string;
  };
}

/** The input fields of an event, without the common ones. */
export type EventInput<Name extends keyof EventInputs> = EventInputs[Name];

/** A whole input, as a hook gets it. */
export type HookInput<Name extends keyof EventInputs> = Name extends keyof EventInputs
  ? Omit<CommonInput, keyof EventInputs[Name]> & {
      readonly hook_event_name: Name;
    } & EventInputs[Name]
  : never;
