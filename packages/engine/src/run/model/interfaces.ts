/** A question for a model, and no tools to answer it with (H2). */
export interface ModelQuestion {
  /** The model the hook names; `undefined`: the host's small one, or else its main one. */
  readonly model: string | undefined;
  readonly prompt: string;
  /** The conversation that goes first; empty where the event has none. */
  readonly conversation: readonly unknown[];
  /** What the answer looks like, as a JSON Schema; for structured output where the provider can. */
  readonly schema: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
}

/**
 * How a host lets prompt hooks ask a model, with thinking off: answers with an
 * object or with text, the object bare, in a fence or after a given brace;
 * rejects on an error.
 */
export interface HookModel {
  ask(question: ModelQuestion): Promise<unknown>;
}

/** A question for an agent that looks around before it answers (H3). */
export interface AgentQuestion extends Omit<ModelQuestion, "conversation"> {
  /** The transcript of the agent that fired the event, which this one may read. */
  readonly transcriptPath: string | undefined;
}

/**
 * How a host runs agent hooks: a loop of its own with read-only tools, ended
 * by the host after 50 turns. Answers with the object; rejects when there is none.
 */
export interface HookAgent {
  run(question: AgentQuestion): Promise<unknown>;
}

/** How a host calls MCP tools for hooks (H5). */
export interface McpCaller {
  call(request: {
    readonly server: string;
    readonly tool: string;
    readonly input: Readonly<Record<string, unknown>>;
    readonly signal: AbortSignal;
  }): Promise<{ readonly text: string; readonly isError: boolean }>;
}
