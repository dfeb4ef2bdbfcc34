import type { PermissionMode } from "../permissions/permissions.ts";

/** Where an agent is defined. */
type AgentSource = "built-in" | "plugin" | "user" | "project" | "flag";

/** A kind of subagent: what the Agent tool calls `subagent_type`, and `--agent` runs as the main agent. */
export interface AgentDefinition {
  /** Agents of a plugin begin with its name: `plugin:agent`. */
  readonly name: string;
  /** When to use it, for the model that chooses. */
  readonly description: string;
  /** Its system prompt. */
  readonly prompt: string;
  readonly source: AgentSource;
  /** The file that defines it. */
  readonly file?: string;
  /** The only tools it is offered. Default: those of its caller. */
  readonly tools?: readonly string[];
  readonly disallowedTools?: readonly string[];
  /** Default: the session's. */
  readonly model?: string;
  /** Default: that of its caller. */
  readonly permissionMode?: PermissionMode;
  /** How many requests it may make. */
  readonly maxTurns?: number;
  /** Its caller always continues while it runs. */
  readonly background?: boolean;
  /** Names of skills whose text heads its first message. */
  readonly skills?: readonly string[];
  /** False: it gets no instructions (CLAUDE.md), because it only looks around. Default: true. */
  readonly instructions?: boolean;
}

/** The type of a call that names none. */
export const defaultAgent = "general-purpose";

/** How many agents may be nested: the innermost ones are not offered the Agent tool. */
export const maxAgentDepth = 5;
