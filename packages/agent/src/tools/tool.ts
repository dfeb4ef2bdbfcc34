import type { Clock, StartProcess } from "@snaphook/engine/internal";
import type { permissionModes } from "@snaphook/protocol";
import type { MediaBlock } from "../conversation/message.ts";
import type { Environment } from "../environment.ts";
import type { ElicitationAnswer, ElicitationQuestion } from "../mcp/connection-types.ts";
import type { SearchAnswer, SearchRequest, ToolDescription } from "../model/model.ts";
import type { CommandWall } from "../wall/wall.ts";

/** Validated input of a tool, as `tool_input` has it (E24). */
export type ToolInput = Readonly<Record<string, unknown>>;

/** What tools get from the session. One per session; `cwd` changes with `cd`. */
export interface ToolContext {
  /** Where the agent is now. */
  cwd(): string;
  /** A command ended in another directory. */
  changeDirectory(directory: string): void;
  /** Where the session started. */
  readonly projectDirectory: string;
  readonly home: string;
  /** Private folder of the session, for output that is too long; its name is the session's id. */
  readonly sessionFolder: string;
  /** Variables of commands; without the host's model credentials. */
  readonly env: Environment;
  /** Files to source before every shell command, in order (P8). */
  environmentFiles(): readonly string[];
  /** Starts a process, as the session starts those of hooks. */
  readonly start: StartProcess;
  /** Starts the commands of the model (T5). Default: like other processes. */
  readonly wall?: CommandWall;
  /** Why the command of this call runs outside the sandbox: the user agreed to it. */
  readonly outside?: string;
  readonly clock: Clock;
  /** What tools remember during a session, such as the files read and the tasks. */
  readonly memory: Map<string, unknown>;
  /** Where ripgrep is, if it is there. Default: on the PATH, else the one that is installed with this package. */
  ripgrep?(): Promise<string | undefined>;
  /** Whether no rule forbids reading a file that a tool finds. Default: every file may be read. */
  mayRead?(path: string): boolean;
  /** Whether the user would have to approve reading a file that was found in this folder. Default: no. */
  needsApproval?(path: string, searched: string): boolean;
  /** Asks hooks whether a task may be created or completed. Default: it may. */
  decideTask?(event: TaskEvent, task: AnnouncedTask, signal: AbortSignal): Promise<TaskDecision>;
  /** Answers questions of an MCP server during a call of its tool. Default: as the main agent does. */
  elicit?(
    server: string,
    question: ElicitationQuestion,
    signal: AbortSignal,
  ): Promise<ElicitationAnswer>;
  /** Asks the small model, for tools that summarise (WebFetch). */
  ask?(prompt: string, signal: AbortSignal): Promise<string>;
  /** Runs a subagent in a worktree of its own; only the main agent can. */
  runAgentApart?: ToolContext["runAgent"] | undefined;
  /** The worktree that the agent works in (EnterWorktree, ExitWorktree); only the main agent has one. */
  readonly worktree?: WorktreeSwitch | undefined;
  /** The id of the call that runs. */
  readonly callId?: string;
  /** A file is about to be changed. */
  beforeEdit?(path: string): Promise<void>;
  /** A command in the background began or ended. */
  onBackgroundCommand?(command: BackgroundCommandEvent): void;
  /** Runs a subagent, or starts it in the background (Agent). */
  runAgent?(
    task: AgentTask,
    call: { readonly callId: string | undefined; readonly signal: AbortSignal },
  ): Promise<AgentResponse>;
  /** The name of the teammate whose tools these are. */
  readonly teammate?: string | undefined;
  /** Sends a message to a teammate or the lead (SendMessage); throws a `ToolFailure` if no one reads it. */
  readonly sendMessage?: ((message: OutgoingMessage) => SentMessage) | undefined;
  /** Calls a skill (Skill). */
  runSkill?(
    call: { readonly skill: string; readonly args?: string | undefined },
    place: { readonly callId: string | undefined; readonly signal: AbortSignal },
  ): Promise<SkillResponse>;
  /** The plan mode of the session (EnterPlanMode, ExitPlanMode). */
  readonly planMode?: PlanMode;
  /** Searches the web, if the model's service offers that (WebSearch). */
  searchWeb?(request: SearchRequest): Promise<SearchAnswer>;
}

/** A command that runs while the conversation continues. */
interface BackgroundCommandEvent {
  readonly id: string;
  readonly command: string;
  readonly outputFile: string;
  readonly callId: string | undefined;
  /** How it ended, if it has. */
  readonly end?: { readonly how: string; readonly code?: number; readonly text: string };
}

interface PlanMode {
  isOn(): boolean;
  /** Why the model may not enter it, in words; undefined if it may. */
  whyNotEnter(): string | undefined;
  enter(): Promise<void>;
  /** Returns to the mode from before. */
  leave(): Promise<void>;
}

/** Changes to a worktree and back. Rejects with a `ToolFailure`. */
export interface WorktreeSwitch {
  enter(
    name: string | undefined,
  ): Promise<{ readonly path: string; readonly git?: { readonly branch: string } }>;
  exit(options: {
    readonly removes: boolean;
    readonly discardChanges: boolean;
  }): Promise<{ readonly path: string }>;
}

/** What a call of Agent asks for, and what it results in. */
export interface AgentTask {
  readonly prompt: string;
  readonly description: string;
  readonly subagent_type?: string | undefined;
  readonly model?: string | undefined;
  readonly run_in_background?: boolean | undefined;
  /** The caller needs its answer now, so it never runs in the background. */
  readonly isWaitedFor?: true;
  /** Makes it a teammate. */
  readonly name?: string | undefined;
  /** A stricter permission mode for a teammate. */
  readonly mode?: (typeof permissionModes)[number] | undefined;
  /** The agent works in a worktree of its own. */
  readonly isolation?: "worktree" | undefined;
}

/** What a call of SendMessage asks for, and what it results in. */
export interface OutgoingMessage {
  /** A teammate, the lead, or `*` for all others. */
  readonly to: string;
  readonly message: string | TeamRequest;
}

/** A message with a meaning of its own. */
export type TeamRequest =
  | { readonly type: "shutdown_request"; readonly reason?: string | undefined }
  | {
      readonly type: "shutdown_response";
      readonly request_id: string;
      readonly approve: boolean;
      readonly reason?: string | undefined;
    };

export interface SentMessage {
  readonly recipients: readonly string[];
  /** The id of a request to shut down. */
  readonly request_id?: string;
}

export interface AgentResponse {
  readonly status: string;
  readonly agentId: string;
  readonly content: { readonly type: "text"; readonly text: string }[];
  readonly [field: string]: unknown;
}

/** What a call of Skill results in: a text to follow, or what the agent that carried it out says. */
interface SkillResponse {
  readonly success: true;
  readonly commandName: string;
  readonly text?: string | undefined;
  readonly result?: string | undefined;
  readonly [field: string]: unknown;
}

/** The events of the task tools (E12). */
type TaskEvent = "TaskCreated" | "TaskCompleted";

/** What hooks get about a task. */
interface AnnouncedTask {
  readonly id: string;
  readonly subject: string;
  readonly description: string;
}

type TaskDecision =
  | { readonly do: "proceed" }
  | { readonly do: "refuse"; readonly reasons: readonly string[] };

/** What a call may do, for permissions (G1). */
export type Access =
  /** Only reads: never needs approval. */
  | { readonly kind: "read"; readonly path?: string }
  /** Changes a file. */
  | { readonly kind: "edit"; readonly path: string }
  /** Runs a shell command; permissions read the command themselves. */
  | {
      readonly kind: "command";
      readonly command: string;
      /** The model asks to run it outside the sandbox. */
      readonly outside?: boolean;
    }
  /** Contacts a server. */
  | { readonly kind: "fetch"; readonly url: string }
  /** Puts something before the user, who alone can answer it. */
  | { readonly kind: "user"; readonly what: "question" | "plan" }
  | { readonly kind: "other" };

type Parsed =
  | { readonly ok: true; readonly input: ToolInput }
  | { readonly ok: false; readonly problem: string };

/** Thrown by a tool that failed; the message is what the model and hooks get (E6). */
export class ToolFailure extends Error {
  override readonly name = "ToolFailure";
}

/**
 * A tool of the agent.
 *
 * 1. `parse`: validates the model's input: fills in defaults, converts strings to numbers, makes paths
 *    absolute; or a `problem`, a sentence that names the tool.
 * 2. `check`: the tool's own objection, before any event is fired (E17: text to edit not found).
 * 3. Hooks and permissions, which ask `access`.
 * 4. `run`: resolves with the response, which hooks get as `tool_response`, or throws a `ToolFailure`.
 * 5. `text`: the response, or a hook's replacement for it, as the model reads it.
 */
export interface Tool extends ToolDescription {
  /** Makes `inputSchema` from the definition of the tool. The tool has what `npm run generate` saved of it. */
  makeInputSchema(): ToolDescription["inputSchema"];
  parse(input: unknown, context: ToolContext): Parsed;
  check?(input: ToolInput, context: ToolContext): Promise<string | undefined>;
  access(input: ToolInput): Access;
  /** Only the main agent has it, and only where a user can answer. */
  readonly needsUser?: boolean;
  /** The MCP server that offers it. */
  readonly mcpServer?: string;
  /** Fields that its events have besides those of every tool. */
  readonly eventFields?: Readonly<Record<string, unknown>>;
  /** The file whose content the model gets to see, if it is one file: instructions for it are loaded then. */
  fileRead?(input: ToolInput): string;
  /** Whether the call may run in parallel with others. */
  concurrent(input: ToolInput): boolean;
  run(input: ToolInput, context: ToolContext, signal: AbortSignal): Promise<unknown>;
  text(response: unknown): string;
  /** Images and PDFs of the response, which the model is shown after the result. */
  media?(response: unknown): readonly MediaBlock[];
  /** A text that the model reads after the result, and that counts as a turn (G11). */
  textAfter?(response: unknown): string | undefined;
  /** What is wrong with a hook's replacement for the response (A5). */
  validateOutput(output: unknown): string | undefined;
}
