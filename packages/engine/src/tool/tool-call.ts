import type { EventName, Profile, TraceRecord } from "@snaphook/protocol";
import type { Clock } from "../run/clock.ts";
import type { JsonObject } from "../stages/hook-event.ts";
import type { Outcome, OutcomeOf, Turn } from "../stages/outcome.ts";
import type { HookRef } from "../stages/snapshot.ts";
import type { Message } from "../stages/verdict.ts";

/** A tool call as the model asked for it. */
export interface ToolCallRequest {
  readonly name: string;
  readonly input: JsonObject;
  readonly id: string;
  /** Fields that the host adds to the input of the call's events. */
  readonly fields?: JsonObject;
}

/** What the host's own rules say about a call (G1). */
export type PermissionAnswer =
  | "allow"
  /** No rule allows it, so the user is asked, unless a hook allows it. */
  | "ask"
  /** The same, with the text for the model if no one answers. */
  | { readonly question: string }
  /** No one is asked: only a hook's allow lets it run. */
  | { readonly unlessGranted: string }
  /** The user is asked, even if a hook allows the call; `rule`: the ask rule that says so. */
  | { readonly ask: string; readonly rule?: string }
  /** Only the user can answer: no allow of a hook, on any event, replaces the answer. */
  | { readonly onlyUser: string }
  /** A deny rule or a mode that refuses: no hook's allow beats it. */
  | { readonly deny: string };

/** The answer to a permission question: yes, no, or either with more (G6). */
export type PermissionReply =
  | boolean
  | {
      readonly behavior: "allow";
      readonly updatedInput?: JsonObject;
      readonly updatedPermissions?: readonly unknown[];
    }
  | { readonly behavior: "deny"; readonly message?: string; readonly interrupt?: boolean };

/** What makes a call need the user's answer. */
export type AskedBy =
  /** Hooks of PreToolUse asked for it; the question's `reasons` are theirs. */
  | { readonly kind: "hooks"; readonly hooks: readonly HookRef[] }
  /** A rule or another check of the host; `rule`: the text of the ask rule. */
  | { readonly kind: "host"; readonly rule?: string }
  /** The call is itself a question, or a plan: only the user can answer it. */
  | { readonly kind: "tool" }
  /** Nothing allows the call. */
  | { readonly kind: "nothing-allows-it" };

/** A permission question about a call. */
export interface PermissionQuestion {
  /** The call as it would run: with the input as hooks rewrote it. */
  readonly call: ToolCallRequest;
  readonly askedBy: AskedBy;
  /** Why it is asked: the reasons of hooks or of a rule; empty: nothing allows the call. */
  readonly reasons: readonly string[];
  /**
   * Permission updates that would answer it for good (`permission_suggestions`). None if a hook or a rule asks: they
   * would ask again.
   */
  readonly suggestions: readonly unknown[];
  /** Set if hooks rewrote the input: what the model asked for, and who rewrote it. */
  readonly rewritten?: { readonly original: JsonObject; readonly by: readonly HookRef[] };
  /** What the user should know of other hooks before they answer: failures, and answers that have no effect. */
  readonly troubles?: readonly Message[];
}

/** Asks the user. The signal is aborted when the answer is no longer needed. */
export type AskUser = (
  question: PermissionQuestion & { readonly signal?: AbortSignal },
) => Promise<PermissionReply>;

/** What a host says about permissions; everything has a default. */
export interface PermissionOptions {
  /**
   * The host's own rules, asked about the input to use unless a hook refuses. Default: allow. Deny and ask rules of
   * the settings count besides.
   */
  readonly permission?: (input: JsonObject) => Promise<PermissionAnswer>;
  /** `permission` applies the deny and ask rules of `config.settings()` itself. Default: no, the engine does. */
  readonly appliesSettingsRules?: boolean;
  /** Permission updates to suggest with a question. */
  readonly suggestions?: (input: JsonObject) => readonly unknown[];
  /** What is wrong with a rewritten input, if anything (F2). */
  readonly validate?: (input: JsonObject) => string | undefined | Promise<string | undefined>;
  /** A valid input that a PreToolUse hook rewrote, in the form in which the tool uses it. Default: unchanged. */
  readonly normalise?: (input: JsonObject) => JsonObject;
  /** Applies the permission updates that came with an answer (G6). */
  readonly updatePermissions?: (updates: readonly unknown[]) => Promise<void> | void;
  readonly signal?: AbortSignal;
}

/** The outcomes of hooks for a call so far. */
export interface ToolCallFacts {
  readonly call: ToolCallRequest;
  /** The outcome of each event that was fired, in order. */
  readonly outcomes: readonly Outcome[];
  /** All texts of all hooks. */
  readonly messages: readonly Message[];
  /** Whether the turn continues after this call. */
  readonly turn: Turn;
}

/** A call that does not run. */
export type NotRun =
  /** `interrupt`: the refusal also stops the agent (G6). */
  | { readonly action: "refused"; readonly reasons: readonly string[]; readonly interrupt?: true }
  | { readonly action: "stopped"; readonly reason: string }
  /** A hook deferred it: nothing ran, and the run of the agent ends here. */
  | { readonly action: "deferred" };

/**
 * What hooks and rules decided about a call, before it runs.
 *
 * Plain data: it can be stored while a question waits for its answer, and handed to `run` later.
 */
export type ToolCallDecision = ToolCallFacts &
  (
    | { readonly action: "run"; readonly input: JsonObject }
    | {
        readonly action: "ask";
        readonly question: PermissionQuestion;
        /** What the model reads if no one answers. */
        readonly unanswered: readonly string[];
        /** Permission updates a hook asked for, applied when the answer is yes. */
        readonly updatedPermissions?: readonly unknown[];
      }
    | NotRun
  );

/** What happened to a tool call. */
export type ToolCallResult<Result> = ToolCallFacts &
  (
    | {
        readonly action: "ran";
        readonly result: Result;
        /** What a hook wants the model to see instead of the result. */
        readonly updatedOutput?: unknown;
        /** Why a hook objects to the result. */
        readonly reasons: readonly string[];
        /** What hooks requested and was ignored, for the user. */
        readonly warnings: readonly string[];
      }
    | { readonly action: "failed"; readonly error: unknown; readonly reasons: readonly string[] }
    | NotRun
  );

/** The user's answer to a permission question, as the trace has it. */
export type RecordedAnswer = NonNullable<TraceRecord["answer"]>;

/** What a tool call needs of its session. */
export interface ToolCallSession {
  readonly hooks: {
    fire<Name extends EventName>(
      name: Name,
      input: JsonObject,
      options?: { readonly signal?: AbortSignal; readonly overrides?: () => string | undefined },
    ): Promise<OutcomeOf<Name>>;
  };
  /** Records the user's answer to a question (P15). */
  recordAnswer(question: JsonObject, answer: RecordedAnswer): void;
  /** What the deny and ask rules of the applied settings say about a call. */
  judgeBySettings(call: ToolCallRequest): PermissionAnswer | undefined;
  readonly clock: Pick<Clock, "now">;
  readonly profile: Pick<Profile, "permissionRequestHeadless" | "interruptedTool">;
}

/** A call's fields, as tool events carry them. */
export const toolFields = ({ name, input, id, fields }: ToolCallRequest) => ({
  ...fields,
  tool_name: name,
  tool_input: input,
  tool_use_id: id,
});

export const signalOption = ({ signal }: { readonly signal?: AbortSignal }) =>
  signal === undefined ? {} : { signal };
