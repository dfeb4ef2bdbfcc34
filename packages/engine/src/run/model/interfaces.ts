/** A question for a model, and no tools to answer it with (H2). */
export interface ModelQuestion {
  /** The model the hook names; `undefined`: the host's small one. */
  readonly model: string | undefined;
  readonly prompt: string;
  /** The conversation that goes first; empty where the event has none. */
  readonly conversation: readonly unknown[];
  /** What the answer looks like, as a JSON Schema. */
  readonly schema: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
}

/** How a host lets prompt hooks ask a model: answers with an object or with text; rejects on an error. */
export interface HookModel {
  ask(question: ModelQuestion): Promise<unknown>;
}

/** How a host runs agent hooks: a loop of its own with tools to look around (H3). */
export interface HookAgent {
  run(question: Omit<ModelQuestion, "conversation">): Promise<unknown>;
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
