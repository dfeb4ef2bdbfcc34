import type { EventName, EventOutput, OutcomeKindOf, PermissionUpdate } from "@snaphook/protocol";
import type { JsonObject } from "./hook-event.ts";
import type { HookRef } from "./snapshot.ts";
import type { Message } from "./verdict.ts";

/** Whether the turn continues after the action. */
export type Turn = "continue" | "stop";

/** The turn ends now. */
interface Stopped {
  readonly action: "stop";
  readonly reason: string;
}

/** What every outcome carries. */
interface OutcomeBase {
  readonly event: EventName;
  /** Every text, in plan order, with its audience (F5, F6). */
  readonly messages: readonly Message[];
  /** The hooks that decided; empty when none had an opinion. */
  readonly decidedBy: readonly HookRef[];
  /** Hooks whose rewrite was replaced by a later one (F2). */
  readonly overruled: readonly HookRef[];
  /** Set when another profile would have had another outcome (Q1). */
  readonly divergence: Divergence | undefined;
}

/** Q1: the same runs, folded as another profile would. */
export interface Divergence {
  readonly profile: string;
  /** The questions whose answers make the difference. */
  readonly questions: readonly string[];
  /** The outcome it would have had: the action, and who would have seen what. */
  readonly action: string;
  readonly messages: readonly Message[];
  /** The parts of the outcome that would be different, as they would be. */
  readonly differs: Readonly<Record<string, unknown>>;
}

/** What happens to a tool call. */
export type ToolCallAction =
  /** `permission: "undecided"` means that no hook had an opinion: the host's own rules decide. */
  | {
      readonly action: "proceed";
      readonly permission: "granted" | "undecided";
      readonly turn: Turn;
    }
  | { readonly action: "refuse"; readonly reasons: readonly string[]; readonly turn: Turn }
  | { readonly action: "ask"; readonly reasons: readonly string[]; readonly turn: Turn }
  /** Nothing runs and the turn ends; the host takes the call up again later. */
  | { readonly action: "defer"; readonly reasons: readonly string[] }
  | Stopped;

/** How a permission question is answered. */
export type PermissionAction =
  | { readonly action: "allow" }
  | { readonly action: "deny"; readonly reasons: readonly string[] }
  /** No hook answered: the user is asked. */
  | { readonly action: "ask" }
  | Stopped;

/** Whether something may proceed. */
export type GateAction =
  | { readonly action: "proceed" }
  | { readonly action: "refuse"; readonly reasons: readonly string[] }
  /** Why other hooks refused it beside the stop: a refused prompt stays refused (G5). */
  | (Stopped & { readonly refused: readonly string[] });

/** Whether an agent that wants to finish continues. */
export type TurnEndAction =
  | { readonly action: "finish" }
  /** The reasons are its next instructions. */
  | { readonly action: "continue"; readonly reasons: readonly string[] }
  | Stopped;

/** What hooks say about something that already happened. */
export type ResultAction =
  | { readonly action: "continue"; readonly reasons: readonly string[] }
  | Stopped;

/** Nothing to decide, but a hook may end the turn. */
export type NoticeAction = { readonly action: "continue" } | Stopped;

/** `input` is always the tool input to use. */
interface WithInput {
  readonly input: JsonObject;
  /** The hooks whose rewrites made the input; missing if none rewrote it. */
  readonly rewrittenBy?: readonly HookRef[];
}

/** The outcome of each kind of event. */
interface OutcomeByKind {
  readonly "tool-call": OutcomeBase & { readonly kind: "tool-call" } & ToolCallAction & WithInput;
  readonly permission: OutcomeBase & { readonly kind: "permission" } & PermissionAction & WithInput;
  readonly gate: OutcomeBase & { readonly kind: "gate" } & GateAction;
  readonly "turn-end": OutcomeBase & { readonly kind: "turn-end" } & TurnEndAction;
  readonly result: OutcomeBase & { readonly kind: "result" } & ResultAction;
  readonly notice: OutcomeBase & { readonly kind: "notice" } & NoticeAction;
}

/** Outcome of an event that decides a tool call. */
export type ToolCallOutcome = OutcomeOf<"PreToolUse">;

/**
 * The combined result of all hooks of one event.
 *
 * Contract: the same verdicts give the same outcome whatever order the hooks
 * finished in (P3); a refusal is never lost and no opinion never becomes
 * permission (F1).
 */
export type Outcome = OutcomeByKind[keyof OutcomeByKind] & {
  /** What `OutcomeOf` types per event. */
  readonly fields: Readonly<Record<string, unknown>>;
};

/** Fields that became part of the outcome itself: its action, its input, its messages. */
type Folded =
  | "permissionDecision"
  | "permissionDecisionReason"
  | "updatedInput"
  | "additionalContext"
  | "decision";

/** The event's own answer fields, without those that are part of the outcome itself. */
export type OutcomeFields<Name extends EventName> = Name extends "PermissionRequest"
  ? {
      readonly interrupt?: boolean;
      readonly updatedPermissions?: readonly PermissionUpdate[];
    }
  : Omit<EventOutput<Name>, Folded>;

/** The outcome of one event. */
export type OutcomeOf<Name extends EventName> = OutcomeByKind[OutcomeKindOf<Name>] & {
  /**
   * Other fields that hooks answered for their event; the last in plan order wins.
   * Fields beside a decision that lost are dropped.
   */
  readonly fields: OutcomeFields<Name>;
};
