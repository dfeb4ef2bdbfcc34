import type { AssistantBlock, ConversationMessage } from "../conversation/message.ts";
import type { Spending } from "./cost/create-ledger.ts";
import type { Usage } from "./usage.ts";

/** What a request is for; sent to loopback addresses in a header. */
export type Purpose = "main" | "subagent" | "compact" | "hook-prompt" | "hook-agent" | "side";

/** A tool as it is described to a model. */
export interface ToolDescription {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of its input. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

/** Whether and how long a model thinks before it answers. */
export interface Thinking {
  readonly type: "adaptive" | "enabled" | "disabled";
  /** With `enabled`: at most this many tokens. */
  readonly budgetTokens?: number;
  /** What the service shows of it. */
  readonly display?: "summarized" | "omitted";
}

/** One question to a model. */
export interface ModelRequest {
  readonly purpose: Purpose;
  /** Which subagent asks: its type, or the name of a teammate. */
  readonly agentType?: string;
  /** Another model than the main one, by its id. */
  readonly model?: string;
  readonly system: string;
  readonly messages: readonly ConversationMessage[];
  readonly tools: readonly ToolDescription[];
  /** The answer should be an object that matches this JSON Schema, if the provider supports that. */
  readonly schema?: Readonly<Record<string, unknown>>;
  readonly effort?: string;
  readonly thinking?: Thinking | undefined;
  /** Features of the service to turn on. */
  readonly betas?: readonly string[];
  readonly signal: AbortSignal;
  /** How often any failure is retried at least. Default: 1. */
  readonly minRetries?: number;
  /** Whether the caller sends something shorter when this is too long; then that is not retried. */
  readonly shortens?: boolean;
  /** Called before each retry with what went wrong. */
  onRetry?(reason: string): void;
  /**
   * Called with each piece of text as it arrives; when a broken answer is requested again, the text starts
   * over.
   */
  onText?(delta: string): void;
  /** The same with every part, in order. */
  onPart?(part: AnswerPart): void;
}

/** A part of an answer as it arrives, as the Messages API streams it. */
export type AnswerPart =
  | { readonly type: "message_start"; readonly id: string; readonly model: string }
  | { readonly type: "content_block_start"; readonly index: number; readonly block: AssistantBlock }
  | { readonly type: "content_block_delta"; readonly index: number; readonly delta: BlockDelta }
  | { readonly type: "content_block_stop"; readonly index: number }
  | { readonly type: "message_delta"; readonly stopReason: string; readonly usage: Usage }
  | { readonly type: "message_stop" };

type BlockDelta =
  | { readonly type: "text_delta"; readonly text: string }
  | { readonly type: "thinking_delta"; readonly thinking: string }
  | { readonly type: "signature_delta"; readonly signature: string }
  | { readonly type: "input_json_delta"; readonly partial_json: string };

/** One answer. Without tool calls it is the last of the turn. */
export interface ModelAnswer {
  readonly id: string;
  readonly model: string;
  readonly content: readonly AssistantBlock[];
  readonly stopReason: string;
  readonly usage: Usage;
  /** The server did not report the tokens, so `usage` is incomplete. */
  readonly usageUnknown?: boolean;
}

/** A search of the web by the service that runs the model. */
export interface SearchRequest {
  readonly query: string;
  readonly allowedDomains?: readonly string[];
  readonly blockedDomains?: readonly string[];
  readonly signal: AbortSignal;
}

export interface SearchAnswer {
  /** One entry for each search that the service made. */
  readonly searches: readonly {
    readonly id: string;
    readonly results: readonly { readonly title: string; readonly url: string }[];
  }[];
  /** What the model says about the results. */
  readonly text: string;
  /** Codes of searches that failed. */
  readonly failures: readonly string[];
  /** Undefined: the service did not report it. */
  readonly usage: Usage | undefined;
}

/**
 * Answers requests. Rejects with a `ModelError` when it cannot, after the retries (E16: at least one for any
 * status), and with the signal's reason when it was aborted.
 */
export interface Model {
  /** The id of the main model. */
  readonly id: string;
  /** The id of the provider's small model, if it has one. */
  readonly small?: string | undefined;
  /** How many tokens a request may have, if that is known. */
  readonly contextWindow?: number | undefined;
  answer(request: ModelRequest): Promise<ModelAnswer>;
  /** Undefined: the service does not offer it. Rejects as `answer` does. */
  search?(request: SearchRequest): Promise<SearchAnswer>;
  /** What the requests so far have cost, for any purpose. Undefined: the model does not say. */
  spending?(): Spending;
}

/** How much too long a conversation is, as far as the server says. */
export interface TooLong {
  /** What fits, as a part of what was sent: 0.8 means that a fifth is too much. */
  readonly fits?: number;
}

/** Why a model did not answer. `kind` is the `error` of StopFailure. */
export class ModelError extends Error {
  override readonly name = "ModelError";
  readonly kind: string;
  readonly status: number | undefined;
  /** Set if the conversation is too long for the model. */
  readonly tooLong: TooLong | undefined;
  constructor(message: string, kind: string, status?: number, tooLong?: TooLong) {
    super(message);
    this.kind = kind;
    this.status = status;
    this.tooLong = tooLong;
  }
}

/** The model answered, but not with anything to work with: it refused, or the answer is empty or incomplete. */
export class UnusableAnswer extends ModelError {
  /** What it wrote so far. */
  readonly text: string;
  constructor(message: string, kind = "unknown", text = "") {
    super(message, kind);
    this.text = text;
  }
}
