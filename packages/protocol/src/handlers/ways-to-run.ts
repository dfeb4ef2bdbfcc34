/** A program, and how it is started. */
export interface Program {
  /** A shell command or, with `args`, the program itself. */
  readonly command: string;
  /** If set, the program starts without a shell. */
  readonly args?: readonly string[] | undefined;
  readonly shell?: "bash" | "powershell" | undefined;
}

/** The embedder's function; it returns what a command hook would print (H6). */
type Callback = (
  input: Readonly<Record<string, unknown>>,
  toolUseId: string | undefined,
  signal: AbortSignal,
  index: number,
) => unknown;

/** A check on the conversation at the end of a turn; a falsy result blocks (H6). */
type Check = (messages: readonly unknown[], signal: AbortSignal) => unknown;

/** A question made from the conversation (H6). */
type Questioner = (messages: readonly unknown[]) => string | Promise<string>;

/**
 * The ways to run a hook, and what each runner needs to know. The engine has one runner for each
 * (`run/run-all.ts`); a type that runs in one of these ways needs no other code there.
 */
export interface WaysToRun {
  readonly process: Program;
  readonly http: {
    readonly url: string;
    readonly headers?: Readonly<Record<string, string>> | undefined;
    readonly allowedEnvVars?: readonly string[] | undefined;
  };
  readonly model: { readonly prompt: string; readonly model?: string | undefined };
  readonly agent: { readonly prompt: string | Questioner; readonly model?: string | undefined };
  readonly mcp: {
    readonly server: string;
    readonly tool: string;
    readonly input?: Readonly<Record<string, unknown>> | undefined;
  };
  readonly callback: Callback;
  readonly check: Check;
}

export type WayToRun = keyof WaysToRun;

/**
 * The forms of an answer, and what its reader needs to know about the hook; `undefined`: nothing. The engine
 * has one reader for each (`interpret/interpret.ts`).
 */
export interface AnswerForms {
  /** Exit code and output of a process, or a text that is read like its stdout (A1, A2, H5). */
  readonly output: undefined;
  /** Status and body of an HTTP response (H4). */
  readonly response: undefined;
  /** `{ok, reason}` of a model (H2). */
  readonly prompt: { readonly continueOnBlock: boolean };
  /** `{ok, reason}` of an agent (H3). */
  readonly agent: undefined;
  /** What a callback returned (H6). */
  readonly returned: undefined;
  /** What a check returned (H6). */
  readonly check: { readonly errorMessage: string };
}

export type AnswerForm = keyof AnswerForms;
