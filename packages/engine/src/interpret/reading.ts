import { type CommonOutput, isRefusable, onFailureCounts, type Profile } from "@snaphook/protocol";
import type { HookEvent } from "../stages/hook-event.ts";
import type { CapturedText, HookRun } from "../stages/hook-run.ts";
import type { Failure, FailureKind } from "../stages/verdict.ts";
import { failureLine } from "../text/failure-line.ts";

/** A block with its text: exit 2, or `ok: false` from a model. */
export interface Block {
  readonly words: string;
  /** The model sees the hook's label before the words (A2, H2). */
  readonly labelled: boolean;
  /** The same for the user, with the cause; the model need not know it. */
  readonly forUser?: string;
  /** The output that the words were taken from. */
  readonly from?: CapturedText;
  /** The turn ends as well. */
  readonly endsTurn?: boolean;
}

/**
 * The output of a run, before its event and the profile decide what it means. Empty
 * if there was none. Several can be set: an answer together with exit 2, or with a
 * failing exit in some profiles.
 */
export interface Reading {
  /** A checked JSON answer. */
  readonly output?: CommonOutput;
  /** Plain text. */
  readonly text?: string;
  readonly block?: Block;
  readonly failure?: Failure;
  /** What looks like an answer and has no effect. */
  readonly warnings?: readonly string[];
  /** The plain text contains a refusal, in a form that is not read. */
  readonly refusesInText?: boolean;
  /** H8: with `onFailure: "block"` the failure is treated like exit 2. */
  readonly canRefuse?: boolean;
}

/** A failure that `onFailure` can turn into a refusal. */
export const failure = (kind: FailureKind, detail: string): Reading => ({
  failure: { kind, detail },
  canRefuse: true,
});

/** A failure that never refuses, whatever `onFailure` says. */
export const nonRefusingFailure = (kind: FailureKind, detail: string): Reading => ({
  failure: { kind, detail },
});

/**
 * H8: a failure is treated like exit 2 if the hook says `onFailure: "block"` and
 * the event can be refused; on a few events every failure is. The text is a fixed
 * phrase and stderr.
 */
export function blockOnFailure(
  run: HookRun,
  event: HookEvent,
  profile: Profile,
  { failure, canRefuse }: Reading,
): Block | undefined {
  if (failure === undefined || failure.kind === "cancelled") return undefined;
  const { stderr } = run;
  const { definition } = event;
  const wanted = canRefuse && failureBlocks(run, event, profile);
  if (!isRefusable(definition, profile) || !(wanted || definition.failureRefuses)) return undefined;
  const happened = failure.kind === "timed-out" ? "timed out" : "failed";
  const what = `it ${happened}${wanted ? ', and its onFailure is "block"' : ""}`;
  const words = [what, stderr.text.trim()].filter(Boolean).join("\n");
  const forUser = `${what}: ${failureLine(failure.detail)}`;
  return { words, forUser, labelled: true, from: stderr };
}

/** H8: the hook says `onFailure: "block"`, and it has an effect on this event. */
export const failureBlocks = (
  { planned: { handler } }: HookRun,
  { definition }: HookEvent,
  profile: Profile,
): boolean =>
  handler.onFailure === "block" &&
  onFailureCounts(handler, profile) &&
  isRefusable(definition, profile);
