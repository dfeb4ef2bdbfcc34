import type { FireInput, FireOptions, Hooks } from "@snaphook/engine";
import type { Profile } from "@snaphook/protocol";
import type { Conversation } from "../conversation/conversation.ts";
import type { AssistantBlock, TextBlock } from "../conversation/message.ts";
import type { Dispatcher } from "../effects/dispatch.ts";
import type { EventFields } from "../effects/step.ts";
import type { TurnEndStep } from "../effects/turn-end.ts";
import type { LoadedInstructions } from "../instructions/load-instructions.ts";
import type { ModelAnswer, Purpose, Thinking } from "../model/model.ts";
import type { SwitchableModel } from "../model/switchable-model.ts";
import type { Permissions } from "../permissions/permissions.ts";
import type { Tool, ToolContext } from "../tools/tool.ts";
import type { AgentRef, Emit } from "./agent-event.ts";
import type { AgentOptions } from "./agent-options.ts";
import type { QueueOutput } from "./interactive/prompt-queue.ts";
import type { StructuredAnswer } from "./structured-answer.ts";

/** Hooks without what fires them: events go through `dispatch`, so that no outcome is dropped. */
export type UnfiredHooks = Omit<Hooks, "fire" | "tool" | "decide" | "run" | "scope">;

/** One agent, as the loop needs it. Everything here lasts as long as the agent. */
export interface Agent extends Dispatcher {
  readonly purpose: Purpose;
  /** Of a subagent: which one it is. */
  readonly agentRef?: AgentRef;
  readonly profile: Profile;
  readonly model: SwitchableModel;
  /** The system prompt of the next request. */
  system(): Promise<string>;
  readonly conversation: Conversation;
  readonly tools: ReadonlyMap<string, Tool>;
  /** Set if answers must match a JSON Schema. */
  readonly structured?: StructuredAnswer | undefined;
  readonly context: ToolContext;
  readonly permissions: Permissions;
  readonly options: Pick<
    AgentOptions,
    | "maxTurns"
    | "maxBudgetUsd"
    | "effort"
    | "ask"
    | "betas"
    | "toolAliases"
    | "takeQueued"
    | "headless"
  >;
  /** How the model thinks, in the next request. */
  thinking(): Thinking | undefined;
  /** How many blocks in a row a Stop hook is granted (G4). */
  readonly stopCap: number;
  readonly emit: Emit;
  /** What texts of hooks for the model are marked with (G2). */
  readonly hookMark: string;
  /** From how many tokens on the conversation is compacted without being asked for; undefined: never. */
  autoCompactLimit(): number | undefined;
  /** Reads the standing instructions, for a conversation that begins, also after a compaction. */
  loadInstructions(): Promise<LoadedInstructions>;
  /** Instructions that apply because the model has read a file. */
  instructionsFor(path: string): Promise<LoadedInstructions>;
  /** What the user sees of its answers. None: what a subagent writes is not shown as text. */
  readonly display?: AnswerDisplay | undefined;
  /** Whose changes fire FileChanged. */
  readonly watched: {
    /** `watchPaths` of a hook: watched from now on, instead of those that a hook named before. */
    takePaths(fields: EventFields): void;
  };
  /** `sessionTitle` of a hook: the title of the session from now on. */
  takeTitle(fields: EventFields): void;
  /** The hooks, as scoped to this agent. */
  hooks(): UnfiredHooks;
  /** The agent has finished: fires Stop, or SubagentStop (E9, E10). */
  fireStop(input: FireInput<"Stop">, options: FireOptions): Promise<TurnEndStep>;
  /** Of a session at a terminal: prompts that the user typed while a turn runs. */
  readonly queue?: Pick<QueueOutput, "takeChecked"> | undefined;
  /** What the model reads with the next request: stop reasons, texts of background hooks (P12). */
  takeLater(): readonly TextBlock[];
  /** The same at the end of the session, when no request follows. */
  reportLate(): void;
  /** Whether a background hook asked to wake the model with its text (P12). */
  isWoken(): boolean;
  /** G6: applies changes of permissions that came with an answer; returns a message for each that cannot be applied. */
  updatePermissions(updates: OwnUpdates): Promise<readonly string[]>;
  /** The user said no to a call of the main agent: the turn ends as by an interrupt. */
  interruptTurn(): void;
  /**
   * Called before each step of a turn. Waits until changed settings are decided (C7), and returns whether a
   * hook has ended the turn (G10).
   */
  checkpoint(): Promise<Checkpoint>;
}

/** Changes of permissions that came with an answer, and which of them the user chose. */
export interface OwnUpdates {
  readonly updates: readonly unknown[];
  isByUser(update: unknown): boolean;
}

/** MessageDisplay: what the user sees of an answer. The conversation and the transcript keep it unchanged. */
export interface AnswerDisplay {
  /** Whether hooks may replace texts, so that none is shown before it is complete. */
  holdsText(): boolean;
  /** The content to show; a hook that stops ends the turn. */
  shown(
    answer: Pick<ModelAnswer, "id" | "content">,
    signal: AbortSignal,
  ): Promise<readonly AssistantBlock[]>;
}

export type Checkpoint =
  | { readonly do: "continue" }
  | { readonly do: "stop"; readonly reason: string };
