import type { eventFacts } from "./generated/event-facts.ts";
import type { PermissionUpdate } from "./generated/event-inputs.ts";
import type { EventOutputs } from "./generated/event-outputs.ts";
import type { EventName } from "./inputs.ts";
import type { Reply } from "./outputs.ts";

/** What a hook of every event can say. */
export interface CommonReplies<Name extends EventName> {
  /** No opinion: as if the hook were not there. Not the same as allowing. */
  pass(): Reply<Name>;
  /** Shows the user a warning. */
  warn(text: string): Reply<Name>;
  /** Ends the turn; the user sees the reason. */
  stop(reason: string): Reply<Name>;
  /** Keeps what the hook printed out of the verbose view. */
  quiet(): Reply<Name>;
}

/** How a hook objects; which of them an event has depends on what it decides about. */
export interface ObjectionReplies<Name extends EventName> {
  readonly block: {
    /** Keeps it from happening, and says why. On PostToolBatch it ends the turn. */
    block(reason: string): Reply<Name>;
  };
  readonly feedback: {
    /** The result stays, and the model sees the reason beside it. */
    feedback(reason: string): Reply<Name>;
  };
  readonly blockOrFinish: {
    /** Keeps the agent going; the reason is its next instruction. Check `stop_hook_active` first. */
    block(reason: string): Reply<Name>;
    /** Lets the agent stop. */
    finish(): Reply<Name>;
  };
}

/** Replies by the field of `hookSpecificOutput` that they fill: an event with the field has them. */
export interface FieldReplies<Name extends EventName, Input> {
  readonly additionalContext: {
    /** Tells the model something, marked as coming from a hook. On Stop and SubagentStop it keeps the agent going (G4). */
    context(text: string): Reply<Name>;
  };
  readonly permissionDecision: {
    /** Lets it happen without a question; the user sees the reason. Rules that deny still count. */
    allow(reason?: string): Reply<Name>;
    /** Refuses; the model sees the reason of a refused call. */
    deny(reason: string): Reply<Name>;
    /** Puts the question to the user. */
    ask(reason?: string): Reply<Name>;
  };
  readonly updatedInput: {
    /**
     * Replaces the whole input. Decides nothing: add `allow` to let the new input run without a question.
     */
    rewrite(updatedInput: Input): Reply<Name>;
  };
  readonly decision: {
    /** Says yes for the user; can change the input and the rules for later calls. */
    allow(more?: {
      readonly updatedInput?: Input;
      readonly updatedPermissions?: readonly PermissionUpdate[];
    }): Reply<Name>;
    /** Says no for the user; the model sees the message. `interrupt` stops the agent too. */
    deny(message: string, more?: { readonly interrupt?: boolean }): Reply<Name>;
  };
  readonly updatedToolOutput: {
    /** What the model sees in place of the result; has to have the shape of the tool's output. */
    replaceOutput(output: unknown): Reply<Name>;
  };
  readonly retry: {
    /** Lets the model try the call again. */
    retry(): Reply<Name>;
  };
  readonly suppressOriginalPrompt: {
    /** The prompt never reaches the model; the user sees the reason, and the prompt unless it is to be hidden. */
    block(reason: string, more?: { readonly suppressOriginalPrompt?: boolean }): Reply<Name>;
  };
  readonly initialUserMessage: {
    /** An extra message of the user before the prompt. */
    initialUserMessage(text: string): Reply<Name>;
  };
  readonly watchPaths: {
    /** The files to watch for changes from now on. */
    watch(paths: readonly string[]): Reply<Name>;
  };
  readonly worktreePath: {
    /** Says where the hook made the worktree. */
    created(path: string): Reply<Name>;
  };
  readonly action: {
    /** Answers for the user. */
    accept(content?: Readonly<Record<string, unknown>>): Reply<Name>;
    decline(): Reply<Name>;
    cancel(): Reply<Name>;
  };
  readonly displayContent: {
    /** What is shown in place of this piece. */
    display(text: string): Reply<Name>;
  };
}

/** For events whose hooks get a file to write variables into (P8). */
export interface VariableEffects {
  /**
   * Sets a variable for the shell commands of the session from now on. Works at once; nothing is to be
   * returned.
   */
  exportVariable(name: string, value: string): undefined;
}

type Facts<Name extends EventName> = (typeof eventFacts)[Name];

type All<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer Intersection,
) => void
  ? Intersection
  : never;

/** The functions that a callback of an event answers with; `Input` is the input of its tool. */
export type EventReplies<
  Name extends EventName,
  Input = Readonly<Record<string, unknown>>,
> = CommonReplies<Name> &
  All<FieldReplies<Name, Input>[keyof EventOutputs[Name] & keyof FieldReplies<Name, Input>]> &
  (Facts<Name> extends { readonly objection: infer Reply extends keyof ObjectionReplies<Name> }
    ? ObjectionReplies<Name>[Reply]
    : unknown) &
  (Facts<Name> extends { readonly hasEnvironmentFile: true } ? VariableEffects : unknown);
