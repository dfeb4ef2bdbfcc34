/** Fields that code hooks share with those of settings, so that both are one kind of thing. */
interface CodeHandlerFields {
  readonly [key: string]: unknown;
  /** In milliseconds (H1), but for agent hooks. */
  readonly timeout?: number | undefined;
  readonly if?: string | undefined;
  readonly once?: boolean | undefined;
  readonly statusMessage?: string | undefined;
  /** What people call it; default: the function's name. */
  readonly label?: string | undefined;
}

/** H6: a function of the embedder; returns an answer as a command hook would print it. */
export interface CallbackHandler extends CodeHandlerFields {
  readonly type: "callback";
  readonly callback: (
    input: Readonly<Record<string, unknown>>,
    toolUseId: string | undefined,
    signal: AbortSignal,
    index: number,
  ) => unknown;
}

/** H6: a check at the end of a turn; a falsy result blocks with `errorMessage`. */
export interface FunctionHandler extends CodeHandlerFields {
  readonly type: "function";
  readonly callback: (messages: readonly unknown[], signal: AbortSignal) => unknown;
  readonly errorMessage: string;
}

/** H6: an agent hook whose question is made from the conversation; its timeout is in seconds, as in settings. */
export interface CodeAgentHandler extends CodeHandlerFields {
  readonly type: "agent";
  readonly prompt: (messages: readonly unknown[]) => string | Promise<string>;
  readonly model?: string | undefined;
}

export type CodeHandler = CallbackHandler | FunctionHandler | CodeAgentHandler;
