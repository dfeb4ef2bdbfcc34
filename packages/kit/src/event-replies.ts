import type { eventFacts } from "./generated/event-facts.ts";
import type { PermissionUpdate } from "./generated/event-inputs.ts";
import type { EventOutputs } from "./generated/event-outputs.ts";
import type { EventName } from "./inputs.ts";
import type { Reply } from "./outputs.ts";

/** The replies of every event. */
export interface CommonReplies<Name extends EventName> {
  /** No opinion: as if the hook did not exist. This does not allow anything. */
  pass(): Reply<Name>;
  /** Shows the user a warning. */
  warn(text: string): Reply<Name>;
  /** Ends the turn; the user sees the reason. */
  stop(reason: string): Reply<Name>;
  /** Hides what the hook printed from the verbose view. */
  quiet(): Reply<Name>;
}

/** How a hook objects; an event has one of these, depending on what its hooks decide. */
export interface ObjectionReplies<Name extends EventName> {
  readonly block: {
    /** Prevents the action, and says why. On PostToolBatch it ends the turn. */
    block(reason: string): Reply<Name>;
  };
  readonly feedback: {
    /** The result stays unchanged, and the model sees the reason next to it. */
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
    /** Adds a text for the model, marked as coming from a hook. On Stop and SubagentStop it keeps the agent going (G4). */
    context(text: string): Reply<Name>;
  };
  readonly permissionDecision: {
    /** Allows the call without asking the user, who sees the reason. Deny rules still apply. */
    allow(reason?: string): Reply<Name>;
    /** Refuses the call; the model sees the reason. */
    deny(reason: string): Reply<Name>;
    /** Asks the user. */
    ask(reason?: string): Reply<Name>;
  };
  readonly updatedInput: {
    /**
     * Replaces the whole input. Decides nothing: add `allow` to run the new input without asking the user.
     */
    rewrite(updatedInput: Input): Reply<Name>;
  };
  readonly decision: {
    /** Grants permission on behalf of the user; can change the input, and the rules for later calls. */
    allow(more?: {
      readonly updatedInput?: Input;
      readonly updatedPermissions?: readonly PermissionUpdate[];
    }): Reply<Name>;
    /** Denies permission on behalf of the user; the model sees the message. `interrupt` stops the agent too. */
    deny(message: string, more?: { readonly interrupt?: boolean }): Reply<Name>;
  };
  readonly updatedToolOutput: {
    /** What the model sees instead of the result; must have the same fields as the tool's output. */
    replaceOutput(output: unknown): Reply<Name>;
  };
  readonly retry: {
    /** Lets the model try the call again. */
    retry(): Reply<Name>;
  };
  readonly suppressOriginalPrompt: {
    /** The prompt never reaches the model. The user sees the reason, and the prompt unless it is suppressed. */
    block(reason: string, more?: { readonly suppressOriginalPrompt?: boolean }): Reply<Name>;
  };
  readonly sessionTitle: {
    /** A title of the session for the user. */
    sessionTitle(title: string): Reply<Name>;
  };
  readonly initialUserMessage: {
    /** Adds a user message before the first prompt. */
    initialUserMessage(text: string): Reply<Name>;
  };
  readonly watchPaths: {
    /** The files to watch for changes from now on. */
    watch(paths: readonly string[]): Reply<Name>;
  };
  readonly worktreePath: {
    /** The path of the worktree that the hook created. */
    created(path: string): Reply<Name>;
  };
  readonly action: {
    /** Answers on behalf of the user. */
    accept(content?: Readonly<Record<string, unknown>>): Reply<Name>;
    decline(): Reply<Name>;
    cancel(): Reply<Name>;
  };
  readonly displayContent: {
    /** What is shown instead of this piece. */
    display(text: string): Reply<Name>;
  };
}

/** For events whose hooks get a file to write variables into (P8). */
export interface VariableEffects {
  /**
   * Sets a variable for the session's shell commands from now on. Takes effect at once; do not return the
   * result.
   */
  exportVariable(name: string, value: string): undefined;
}

type Facts<Name extends EventName> = (typeof eventFacts)[Name];

type All<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer Intersection,
) => void
  ? Intersection
  : never;

/** The functions with which a callback makes its replies; `Input` is the input of its tool. */
export type EventReplies<
  Name extends EventName,
  Input = Readonly<Record<string, unknown>>,
> = CommonReplies<Name> &
  All<FieldReplies<Name, Input>[keyof EventOutputs[Name] & keyof FieldReplies<Name, Input>]> &
  (Facts<Name> extends { readonly objection: infer Reply extends keyof ObjectionReplies<Name> }
    ? ObjectionReplies<Name>[Reply]
    : unknown) &
  (Facts<Name> extends { readonly hasEnvironmentFile: true } ? VariableEffects : unknown);
