import type {
  CodeHooks,
  PermissionQuestion as EngineQuestion,
  PermissionReply as EngineReply,
} from "@snaphook/engine";
import type { Clock, SettingSource, Spawn, TraceTarget } from "@snaphook/engine/internal";
import type { ProfileName } from "@snaphook/protocol";
import type { Environment } from "../environment.ts";
import type { AskElicitation, DriverServerConfig } from "../mcp/connection-types.ts";
import type { Model, Thinking } from "../model/model.ts";
import type { PermissionMode, PermissionOffer } from "../permissions/permissions.ts";
import type { Emit } from "./agent-event.ts";
import type { Prompt } from "./prompt.ts";
import type { ReviewSettings } from "./review-settings.ts";

/** A permission question for the user, or for the program that answers instead of them (G1). */
export interface PermissionQuestion extends EngineQuestion {
  /** The suggestions in words: what "always" would change, and where. */
  readonly offers: readonly PermissionOffer[];
  /** The subagent that makes the call; missing in the main agent. */
  readonly agent?: { readonly id: string; readonly type: string };
  /**
   * Aborted when the answer is no longer needed: because of an interrupt, or, with a `QuestionClosed` as its reason,
   * because hooks answered. An answer after that is ignored.
   */
  readonly signal: AbortSignal;
}

/** A yes may have a `note`: the model reads it after the result. A no with `interrupt` ends the turn. */
export type PermissionReply =
  | (Extract<EngineReply, { readonly behavior: "allow" }> & { readonly note?: string })
  | Extract<EngineReply, { readonly behavior: "deny" }>;

/** Whether a session is new or continues an earlier one. */
export type SessionChoice =
  | { readonly kind: "new"; readonly sessionId?: string }
  /** The newest session of this directory. */
  | ({ readonly kind: "continue" } & ContinueOptions)
  | ({ readonly kind: "resume"; readonly sessionId: string } & ContinueOptions);

interface ContinueOptions {
  /** As a new session. */
  readonly fork?: boolean;
  /** Without what came after the message with this uuid. */
  readonly at?: string;
}

/** Everything that can be set when an agent session is opened. */
export interface AgentOptions {
  readonly cwd: string;
  /** Default: the user's. */
  readonly home?: string;
  readonly env?: Environment;
  /** Made when the settings are known, because they may name the model. */
  readonly model: (settings: ModelSettings) => Promise<Model>;
  /** The model that the driver asks for before the session is opened. */
  readonly requestedModel?: string;
  /** Called with everything that happens, in order. */
  readonly emit: Emit;
  readonly session?: SessionChoice;
  /** False: nothing of the session is kept. Default: true. */
  readonly persistSession?: boolean;
  readonly profile?: ProfileName;
  /** The profile if neither the user nor their settings choose one. */
  readonly defaultProfile?: ProfileName;
  readonly settings?: string;
  readonly settingSources?: readonly SettingSource[];
  readonly pluginDirectories?: readonly string[];
  readonly mainAgent?: string;
  /** `--agents`: more agents, as JSON. */
  readonly agents?: string;
  /** More MCP servers: files, or JSON that begins with `{`. */
  readonly mcpConfig?: readonly string[];
  /** No other MCP servers than these. */
  readonly strictMcpConfig?: boolean;
  /** MCP servers that run in the program that drives the session. */
  readonly driverServers?: readonly DriverServerConfig[];
  /** T7: set in code only. */
  readonly managedFile?: string;
  /** `--managed-settings`: a policy of the program that starts the agent, as JSON. Only what restricts applies. */
  readonly managedSettings?: string;
  /** Load no hooks from files, no instructions and no commands. */
  readonly bare?: boolean;
  readonly trustProject?: boolean;
  /**
   * What to do about hooks of the project that are not trusted: skip and report them, or refuse to start
   * (T2).
   */
  readonly untrusted?: "skip" | "fail";
  readonly permissionMode?: PermissionMode;
  /** The driver may choose bypassPermissions later, although the session does not start in it. */
  readonly allowBypass?: boolean;
  /** Rules from the command line. */
  readonly allowedTools?: readonly string[];
  readonly disallowedTools?: readonly string[];
  /** The only tools to offer, by name. Default: all. */
  readonly tools?: readonly string[];
  /** Other names of tools: a call of the first name is one of the second. */
  readonly toolAliases?: Readonly<Record<string, string>>;
  /** The only skills to offer, by name. Default: all. */
  readonly skills?: readonly string[];
  /** The last answer of each input must match this JSON Schema. */
  readonly jsonSchema?: Readonly<Record<string, unknown>>;
  /** More folders to work in, from the command line. */
  readonly additionalDirectories?: readonly string[];
  readonly maxTurns?: number;
  /** The model is not asked again once the session has cost this much, at list prices. */
  readonly maxBudgetUsd?: number;
  /** Run in a worktree with this name; `""` for any. */
  readonly worktree?: string;
  /** Where the agent begins to work, if that is not the project: a worktree of it. Default: `cwd`. */
  readonly workingDirectory?: string;
  /** Fire Setup with this trigger first. */
  readonly setup?: "init" | "maintenance";
  /** False: the session has no turns, not even one that a hook asks for. Default: true. */
  readonly takesPrompts?: boolean;
  /** From how many tokens on the conversation is compacted. Default: by the model's window. */
  readonly autoCompact?: number;
  readonly effort?: string;
  /** How the model thinks before it answers. Default: as the effort says. */
  readonly thinking?: Thinking;
  /** Features of the model's service to turn on. */
  readonly betas?: readonly string[];
  /** Replaces the built-in system prompt. */
  readonly systemPrompt?: string;
  readonly appendSystemPrompt?: string;
  /** What the model is told to do in plan mode, in addition. */
  readonly planModeInstructions?: string;
  /** A second transcript in the user's folder, in Claude Code's format, for programs that list sessions there. */
  readonly listsSession?: boolean;
  /** Each line of that transcript is an event too, for a driver that keeps sessions itself. */
  readonly mirrorsSession?: boolean;
  /** The title of the session, for lists of sessions. */
  readonly title?: string;
  /** No user is at a terminal. Default: true. */
  readonly headless?: boolean;
  /** Answers permission questions. Without it a question is a refusal. */
  readonly ask?: (question: PermissionQuestion) => Promise<PermissionReply>;
  /** Answers questions of MCP servers that hooks did not answer. Without it they are cancelled. */
  readonly askElicitation?: AskElicitation;
  /** Reviews settings that change during the session, where the profile says so. Without it they are not applied. */
  readonly reviewSettings?: ReviewSettings;
  /** Takes the prompts that have arrived and may join the turn that runs. */
  readonly takeQueued?: () => readonly Prompt[];
  /** Hooks registered in code. */
  readonly hooks?: CodeHooks;
  readonly trace?: TraceTarget;
  readonly clock?: Clock;
  readonly spawn?: Spawn;
}

/** What settings and environment say about models. */
export interface ModelSettings {
  /** `model` of the settings in force. */
  readonly model: string | undefined;
  /** The model that the user asks for during the session, instead of any other. */
  readonly requested?: string;
  readonly env: Environment;
  readonly emit: Emit;
}
