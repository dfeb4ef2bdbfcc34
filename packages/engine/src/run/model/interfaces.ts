/** A question for a model without tools (H2). */
export interface ModelQuestion {
  /** The model the hook names; `undefined`: the host's small one, or else its main one. */
  readonly model: string | undefined;
  readonly prompt: string;
  /** The conversation before the question; empty if the event has none. */
  readonly conversation: readonly unknown[];
  /** JSON Schema of the answer, for providers with structured output. */
  readonly schema: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
  /** Called with what delays the answer, such as an error of the server; shown if the hook then fails. */
  readonly onDelay?: (reason: string) => void;
}

/**
 * How prompt hooks ask the host's model, with thinking off. Resolves to an object,
 * or to text with the object: bare, in a fence, or without its opening brace.
 * Rejects on an error.
 */
export interface HookModel {
  ask(question: ModelQuestion): Promise<unknown>;
}

/** A question for an agent that can use tools before it answers (H3). */
export interface AgentQuestion extends Omit<ModelQuestion, "conversation"> {
  /** The transcript of the agent that fired the event, which this one may read. */
  readonly transcriptPath: string | undefined;
}

/**
 * How a host runs agent hooks: a separate loop with at most 50 turns, whose tool calls
 * are permitted without asking the user and fire events (E23). Resolves to the answer object; rejects with an `AbortError` if the
 * agent ended without one, and with another error if it failed.
 */
export interface HookAgent {
  run(question: AgentQuestion): Promise<unknown>;
}

/** How a host calls MCP tools for hooks (H5). */
export interface McpCaller {
  /** Why no tool of this server can ever be called, if that is known: shown before the hook runs. */
  problem?(server: string): string | undefined;
  call(request: {
    readonly server: string;
    readonly tool: string;
    readonly input: Readonly<Record<string, unknown>>;
    readonly signal: AbortSignal;
  }): Promise<{ readonly text: string; readonly isError: boolean }>;
}
