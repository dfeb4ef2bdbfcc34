import type { Message, Outcome, Progress } from "@snaphook/engine";
import type {
  AssistantMessage,
  ConversationMessage,
  ToolUseBlock,
  TypedPrompt,
  UserMessage,
} from "../conversation/message.ts";
import type { Spending } from "../model/cost/create-ledger.ts";
import type { AnswerPart } from "../model/model.ts";
import type { Usage } from "../model/usage.ts";
import type { WallStatus } from "../wall/wall.ts";
import type { NotificationType } from "./notification-type.ts";
import type { Prompt } from "./prompt.ts";

/** How a turn ended, as `terminal_reason` says it. */
export type TerminalReason =
  | "completed"
  | "hook_stopped"
  | "stop_hook_prevented"
  | "tool_deferred"
  | "max_turns"
  | "max_budget"
  | "aborted_tools"
  | "aborted_streaming"
  /** The model could not be reached, or its server answered with an error. */
  | "api_error"
  /** The model refused, or its answer was empty or incomplete. */
  | "unusable_answer";

/** Why an input ends the session (E15). */
export type EndReason = "prompt_input_exit" | "logout" | "bypass_permissions_disabled";

/** A call that was refused, for the `result` record. */
export interface PermissionDenial {
  readonly tool_name: string;
  readonly tool_use_id: string;
  readonly tool_input: Readonly<Record<string, unknown>>;
}

/** The end of one input to the agent (G9, G11). */
export interface TurnResult {
  readonly subtype:
    | "success"
    | "error_max_turns"
    | "error_max_budget_usd"
    | "error_max_structured_output_retries"
    | "error_during_execution";
  readonly isError: boolean;
  readonly result: string;
  readonly numTurns: number;
  readonly durationMs: number;
  readonly apiDurationMs: number;
  readonly usage: Usage;
  /** What all requests of the session have cost so far, those of hooks and tools included. */
  readonly spending: Spending;
  readonly stopReason: string | null;
  readonly terminalReason: TerminalReason;
  readonly permissionDenials: readonly PermissionDenial[];
  readonly errors: readonly string[];
  /** Hooks of the project that did not run because they are not trusted (T2). */
  readonly untrustedHooks: readonly string[];
  /** The driver's own ids of the messages that this is the result of; the first began the turn. */
  readonly promptUuids?: readonly string[];
  /** The call that a hook deferred. */
  readonly deferredCall?: ToolUseBlock;
  /** G5: a hook refused the prompt; `result` says why. */
  readonly promptRefused?: true;
  /**
   * These prompts are not part of the conversation, because the user interrupted before the model began to answer, the
   * session ended, or a hook stopped while it began: put them back into the input. Only in an interactive session.
   */
  readonly withdrawnPrompts?: readonly Prompt[];
  /** The session takes no more input and is to be ended for this reason. */
  readonly endsSession?: EndReason;
  /** The answer that matches `--json-schema`. */
  readonly structuredOutput?: unknown;
}

/** The subagent that an event is of. */
export interface AgentRef {
  readonly id: string;
  /** A teammate is called by its name. */
  readonly type: string;
  /** 1 for one that the main agent started. */
  readonly depth: number;
  /** The call of Agent that started it. */
  readonly parentToolUseId: string | null;
}

/**
 * Everything that happens in a session, in order: modes print it, the transcript keeps it. Events of a subagent have
 * `agent`; its transcript keeps them.
 */
export type AgentEvent = HappenedEvent & {
  readonly agent?: AgentRef;
  /** Of its record, in the transcript and in stream-json. */
  readonly uuid?: string;
};

type HappenedEvent =
  | {
      readonly type: "init";
      readonly sessionId: string;
      readonly transcriptPath: string;
      readonly model: string;
      readonly tools: readonly string[];
      readonly slashCommands: readonly string[];
      readonly cwd: string;
      readonly permissionMode: string;
      readonly profile: string;
      readonly source: string;
      /** Default: `default`. */
      readonly outputStyle?: string;
      /** The MCP servers, and whether they answer. */
      readonly mcpServers?: readonly { readonly name: string; readonly status: string }[];
      /** Whether commands run in a sandbox (T5). */
      readonly sandbox: WallStatus;
      /** What drivers show of the session; missing if it is not the session's own. */
      readonly offered?: OfferedParts;
    }
  /** A hook gave the session a title. */
  | { readonly type: "title"; readonly title: string }
  /** A message that was added to the conversation. `synthetic`: not typed by the user. */
  | {
      readonly type: "user";
      readonly message: UserMessage;
      readonly synthetic: boolean;
      /** The prompt in it, if the user typed one. */
      readonly typed?: TypedPrompt;
      /** What the tools returned whose results these are, by the ids of their calls. */
      readonly responses?: Readonly<Record<string, unknown>>;
    }
  | {
      readonly type: "assistant";
      readonly message: AssistantMessage;
      readonly id: string;
      readonly model: string;
      readonly stopReason: string;
      readonly usage: Usage;
      /** What the user sees of it, if a hook replaced something. */
      readonly shown?: AssistantMessage;
    }
  /** Prompts that the user typed during a turn are sent now: with the results of its calls, or as a turn of their own. */
  | {
      readonly type: "queued-sent";
      readonly prompts: readonly string[];
      readonly beginsTurn: boolean;
    }
  /** The user message with this uuid is no longer part of the conversation. */
  | { readonly type: "prompt-withdrawn"; readonly prompt: string }
  /** A piece of an answer as it arrives. */
  | { readonly type: "text-delta"; readonly text: string }
  /** The same as an event of the Messages API, for every kind of block. */
  | { readonly type: "answer-part"; readonly part: AnswerPart }
  /** A call was refused without asking anyone. */
  | {
      readonly type: "permission-denied";
      readonly id: string;
      readonly name: string;
      readonly by: "hook" | "rule";
      readonly reason: string;
      readonly text: string;
    }
  /** A line of the transcript in Claude Code's format, for a driver that keeps sessions itself. */
  | { readonly type: "transcript-entry"; readonly file: string; readonly entry: object }
  /** Something began to run while the conversation continues. */
  | ({ readonly type: "task-started" } & StartedTask)
  | { readonly type: "task-ended"; readonly task: StartedTask; readonly how: TaskEnd }
  | {
      readonly type: "tool-started";
      readonly id: string;
      readonly name: string;
      readonly input: unknown;
      /** The input as hooks get it, which is what they rewrite; missing if it is the same (V11). */
      readonly inputForHooks?: unknown;
    }
  | {
      readonly type: "tool-ended";
      readonly id: string;
      readonly name: string;
      readonly ran: boolean;
      readonly isError: boolean;
      readonly text: string;
      /** The tool's own response, as `tool_response` has it. */
      readonly response?: unknown;
    }
  /** E17: a call of the model that ended before its hooks: unknown, invalid, or after the turn was stopped. */
  | {
      readonly type: "tool-not-started";
      readonly id: string;
      readonly name: string;
      readonly input: unknown;
      /** Why, as the model reads it. */
      readonly text: string;
    }
  /** A command that the user typed (`!command`) runs; no hook decides about it. */
  | { readonly type: "typed-command-started"; readonly id: string; readonly command: string }
  | {
      readonly type: "typed-command-ended";
      readonly id: string;
      readonly command: string;
      /** What it printed, or why it failed. */
      readonly text: string;
      readonly isError: boolean;
    }
  /** Hooks start and end (U3). */
  | { readonly type: "hook"; readonly progress: Progress }
  /** The outcome of the hooks of one event; `callId`: of the call that it is about. */
  | { readonly type: "outcome"; readonly outcome: Outcome; readonly callId?: string }
  /** Something for the user; `message` when a hook said it. */
  | {
      readonly type: "notice";
      readonly level: "info" | "warning" | "error";
      readonly text: string;
      readonly message?: Message;
      /** The event whose hooks said it. */
      readonly event?: Outcome["event"];
      /** The call that it is about. */
      readonly callId?: string;
      /** The text without the name of the call, for a view that shows it with the call. */
      readonly withoutCall?: string;
      /** Q1: it only says what another profile would do. */
      readonly isDivergence?: true;
      /** More lines, for the verbose view. */
      readonly details?: readonly string[];
    }
  /** E7: the user is notified: a question waits, or the session does. A terminal may ring its bell. */
  | {
      readonly type: "notification";
      readonly notification: NotificationType;
      readonly text: string;
    }
  /** A model request failed and is asked again. */
  | {
      readonly type: "retry";
      readonly attempt: number;
      /** How many retries there can be. */
      readonly maxRetries: number;
      readonly delayMs: number;
      readonly reason: string;
    }
  /** The conversation became too long: these results have another content from now on, by the id of their call. */
  | { readonly type: "results-trimmed"; readonly results: Readonly<Record<string, string>> }
  /** A summary of the conversation is asked for. */
  | { readonly type: "compacting"; readonly trigger: CompactTrigger }
  /** That ended; without `compacted` before it, the conversation is unchanged. */
  | { readonly type: "compacting-ended" }
  /** G8: these messages are the conversation from now on. */
  | {
      readonly type: "compacted";
      readonly trigger: CompactTrigger;
      readonly preTokens: number;
      readonly postTokens: number;
      readonly messages: readonly ConversationMessage[];
    }
  /** `continuesInput`: of a turn that agents in the background or teammates began after the last input. */
  | { readonly type: "result"; readonly result: TurnResult; readonly continuesInput?: true };

/** A command or an agent in the background. */
export interface StartedTask {
  readonly id: string;
  readonly kind: "command" | "agent";
  readonly description: string;
  /** The call that started it. */
  readonly callId: string | undefined;
  /** Where its output is. */
  readonly outputFile: string;
  readonly agentType?: string;
  readonly prompt?: string;
}

interface TaskEnd {
  readonly status: "completed" | "failed" | "stopped";
  readonly summary: string;
}

/** What a session offers besides its tools and commands. */
interface OfferedParts {
  readonly agents: readonly string[];
  readonly skills: readonly string[];
  readonly plugins: readonly { readonly name: string; readonly path: string }[];
  readonly apiKeySource: string;
}

/** What makes a compaction start: `/compact`, or the length of the conversation (E14). */
export type CompactTrigger = "manual" | "auto";

export type Emit = (event: AgentEvent) => void;
