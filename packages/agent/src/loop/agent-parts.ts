import type { Hooks } from "@snaphook/engine";
import type { SlashCommand } from "../commands/slash-command.ts";
import type { Conversation } from "../conversation/conversation.ts";
import type { Instructions } from "../instructions/load-instructions.ts";
import type { McpServers } from "../mcp/mcp-servers.ts";
import type { SwitchableModel } from "../model/switchable-model.ts";
import type { SessionStyle } from "../output-styles/session-style.ts";
import type { AgentDefinition } from "../subagents/agent-definition.ts";
import type { Emit } from "./agent-event.ts";
import type { CompleteOptions } from "./complete-options.ts";
import type { CurrentTurn } from "./current-turn.ts";
import type { SessionState } from "./session-parts.ts";

/** What the main agent of a session is made of. */
export interface AgentParts {
  readonly options: CompleteOptions;
  /** The hooks of the whole session. */
  readonly hooks: Hooks;
  readonly model: SwitchableModel;
  readonly conversation: Conversation;
  /** The folder for the session's own files. */
  readonly sessionFolder: string;
  readonly state: SessionState;
  readonly turn: CurrentTurn;
  /** The state of the repository, for the system prompt. */
  readonly git: Promise<string | undefined>;
  /** None where hooks are only tried. */
  readonly mcp?: McpServers;
  /** The names of all configured MCP servers, started or not. */
  readonly serverNames?: readonly string[];
  readonly emit: Emit;
  loadInstructions(): Promise<Instructions>;
  /** The kinds of agents that can be started. Default: none. */
  readonly agents?: readonly AgentDefinition[];
  /** The output style in use. Default: none. */
  readonly style?: SessionStyle;
  /** The skills and commands that the model may be given. Default: none. */
  readonly skills?: readonly SlashCommand[];
}
