import { type CommonOutput, isRefusable, onFailureCounts, type Profile } from "@snaphook/protocol";
import type { HookEvent } from "../stages/hook-event.ts";
import type { HookRun } from "../stages/hook-run.ts";
import type { Failure, FailureKind } from "../stages/verdict.ts";

/** A block in words: exit 2, or a model's no. */
export interface Block {
  readonly words: string;
  /** The model sees the hook's label before the words (A2, H2). */
  readonly labelled: boolean;
  /** The turn is to end as well. */
  readonly endsTurn?: boolean;
}

/**
 * What a run said, before its event and the profile say what that means. All
 * absent: it said nothing. Several may be there: an answer beside exit 2, or
 * beside a failing exit where the profile takes it.
 */
export interface Reading {
  /** A checked JSON answer. */
  readonly output?: CommonOutput;
  /** Plain text. */
  readonly text?: string;
  readonly block?: Block;
  readonly failure?: Failure;
  /** H8: the failure counts as exit 2 when the hook says so. */
  readonly canRefuse?: boolean;
}

/** A failure that `onFailure` can turn into a refusal. */
export const failure = (kind: FailureKind, detail: string): Reading => ({
  failure: { kind, detail },
  canRefuse: true,
});

/** A failure that stays one, whatever `onFailure` says. */
export const mereFailure = (kind: FailureKind, detail: string): Reading => ({
  failure: { kind, detail },
});

/**
 * H8: a failure counts as exit 2 where the hook says `onFailure: "block"` and
 * the event can be refused; on a few events every failure does. The text is a
 * phrase of ours and stderr.
 */
export function refusalByFailure(
  { planned: { handler }, stderr }: HookRun,
  { definition }: HookEvent,
  profile: Profile,
  { failure, canRefuse }: Reading,
): Block | undefined {
  if (failure === undefined || failure.kind === "cancelled") return undefined;
  const wanted = canRefuse && handler.onFailure === "block" && onFailureCounts(handler, profile);
  if (!isRefusable(definition, profile) || !(wanted || definition.failureRefuses)) return undefined;
  const happened = failure.kind === "timed-out" ? "timed out" : "failed";
  const why = wanted ? ', and its onFailure is "block"' : "";
  const words = [`it ${happened}${why}`, stderr.text.trim()].filter(Boolean).join("\n");
  return { words, labelled: true };
}
