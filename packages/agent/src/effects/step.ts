import type { Message, Outcome } from "@snaphook/engine";
import { contextMessages, reasonMessages } from "@snaphook/engine/internal";

/** What hooks say to the model, in plan order (F5). */
export interface ModelTexts {
  /** Context and, on events that use it, what hooks printed. */
  readonly context: readonly Message[];
  /** Why they object. */
  readonly objections: readonly Message[];
}

/** The event's own output fields that hooks answered with. */
export type EventFields = Outcome["fields"];

/**
 * G10: a hook ends the turn. What hooks said to the model has another name here than in the steps that
 * continue, so that no caller can use the texts without having looked at `do`.
 */
export interface StopStep {
  readonly do: "stop";
  readonly reason: string;
  /** For the next request, which belongs to the next prompt. */
  readonly forLater: ModelTexts;
}

export function stopStep({
  reason,
  messages,
}: Pick<Outcome, "messages"> & { readonly reason: string }): StopStep {
  return { do: "stop", reason, forLater: modelTexts({ messages }) };
}

/** What the model reads now; texts marked `later` are kept by the reporter. */
export function modelTexts({ messages }: Pick<Outcome, "messages">): ModelTexts {
  return { context: contextMessages(messages), objections: reasonMessages(messages) };
}
