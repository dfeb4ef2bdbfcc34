import type { EventName, OutcomeKind, OutcomeKindOf } from "@snaphook/protocol";
import type { HookInput } from "./hook-event.ts";
import type { HookRef } from "./snapshot.ts";
import type { Message } from "./verdict.ts";

/** Whether the turn goes on after the action. */
export type Then = "goOn" | "stop";

/** What every outcome carries. */
interface OutcomeBase {
  readonly event: EventName;
  /** Every text, in plan order, with its audience (F5, F6). */
  readonly messages: readonly Message[];
  /** The hooks that settled it; empty when none had an opinion. */
  readonly decidedBy: readonly HookRef[];
}

/** What is to become of a tool call. */
export type ToolCallAction =
  /** `permission: "undecided"` means that no hook had an opinion: the host's own rules decide. */
  | {
      readonly action: "proceed";
      readonly permission: "granted" | "undecided";
      readonly then: Then;
    }
  | { readonly action: "refuse"; readonly reasons: readonly string[]; readonly then: Then }
  | { readonly action: "ask"; readonly reasons: readonly string[]; readonly then: Then }
  | { readonly action: "defer" }
  | { readonly action: "stop"; readonly reason: string };

/** Outcome of an event that decides a tool call; `input` is always the tool input to use. */
export type ToolCallOutcome = OutcomeBase &
  ToolCallAction & { readonly kind: "tool-call"; readonly input: HookInput };

/** The outcome of each kind of event. */
export interface OutcomeByKind {
  readonly "tool-call": ToolCallOutcome;
}

/**
 * What all hooks of one event come to.
 *
 * Contract: the same verdicts give the same outcome whatever order the hooks
 * finished in (P3); a refusal is never lost and no opinion never becomes
 * permission (F1).
 */
export type Outcome = OutcomeByKind[OutcomeKind];

/** The outcome of one event. */
export type OutcomeOf<Name extends EventName> = OutcomeByKind[OutcomeKindOf<Name>];
