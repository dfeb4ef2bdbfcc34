import type { SlashCommand } from "../commands/slash-command.ts";
import type { Instructions } from "../instructions/load-instructions.ts";
import type { McpServers } from "../mcp/mcp-servers.ts";
import type { Thinking } from "../model/model.ts";
import type { SessionStyle } from "../output-styles/session-style.ts";
import type { FileCheckpoints } from "../sessions/file-checkpoints.ts";
import type { Transcript } from "../sessions/open-transcript.ts";
import type { TemporarySessions } from "../sessions/temporary-sessions.ts";
import type { AgentDefinition } from "../subagents/agent-definition.ts";
import type { UnusedAgent } from "../subagents/find-agents.ts";
import type { Agent } from "./agent.ts";
import type { AgentOptions } from "./agent-options.ts";
import type { ConfigChanges } from "./config-changes.ts";
import type { CurrentTurn } from "./current-turn.ts";
import type { PromptQueue, QueueOutput } from "./interactive/prompt-queue.ts";
import type { Wakes } from "./interactive/wakes.ts";
import type { HookCount } from "./load-hooks.ts";
import type { Notifications } from "./notifications.ts";
import type { SessionSkills } from "./skills/session-skills.ts";
import type { SessionAgents } from "./subagents/background-agents.ts";
import type { ModelSwitcher } from "./switch-model.ts";
import type { WatchedFiles } from "./watched-files.ts";

/** What changes while a session runs. */
export interface SessionState {
  /** Changes with `/clear`. */
  transcript: Transcript;
  /** A new one for each input; hooks read it as `prompt_id`. */
  promptId: string | undefined;
  /** The title of the session, if it has one. */
  title?: string | undefined;
  /** What the user typed in the conversation that continues, by the text that the model read for it. */
  typed?: ReadonlyMap<string, string> | undefined;
  /** When the model answered last in this conversation. */
  lastResponseAt?: string | undefined;
  /** Those of the conversation; undefined until it begins. */
  instructions?: Instructions;
  /** Copies of the files that tools change, if the driver asked for them. */
  checkpoints?: FileCheckpoints | undefined;
  /** How the model thinks; the driver can change it. */
  thinking?: Thinking | undefined;
}

/** What a session is made of. */
export interface SessionParts {
  readonly options: AgentOptions;
  readonly agent: Agent;
  /** Prompts that the user types while a turn runs. */
  readonly queue: PromptQueue & QueueOutput;
  /** Aborted when the session ends; ends the hooks of its start. */
  readonly closing: AbortSignal;
  readonly state: SessionState;
  readonly turn: CurrentTurn;
  readonly changes: ConfigChanges;
  readonly watched: WatchedFiles;
  /** Removes worktrees without changes; returns texts about those that are kept. */
  readonly worktree: { end(): Promise<readonly string[]> };
  readonly models: ModelSwitcher;
  readonly notifications: Notifications;
  /** None in a headless run. */
  readonly wakes: Wakes | undefined;
  readonly style: SessionStyle;
  /** The `source` of SessionStart. */
  readonly source: string;
  /** Where the transcripts of this directory are. */
  readonly folder: string;
  /** That folder, if nothing of the session is kept. */
  readonly temporary?: TemporarySessions | undefined;
  readonly skills: Pick<SessionSkills, "endGrants">;
  readonly subagents: SessionAgents;
  /** Those of files, and those of MCP servers that answer. */
  commands(): readonly SlashCommand[];
  reloadCommands(): Promise<void>;
  /** The kinds of agents that can be started. */
  readonly agents: readonly AgentDefinition[];
  /** Agents that are defined and may not be used, such as those of a project without trust. */
  readonly unusedAgents: readonly UnusedAgent[];
  readonly mcp: McpServers;
  /** Hooks of the project that do not run because they are not trusted (T2). */
  readonly untrusted: readonly string[];
  readonly hookCount: HookCount;
}
