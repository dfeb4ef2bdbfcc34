import { type AnyHandler, isRefusable, type Profile } from "@snaphook/protocol";
import type { HookEvent } from "../stages/hook-event.ts";
import type { HookRun } from "../stages/hook-run.ts";
import type { Block, Reading } from "./reading.ts";

/**
 * H8: a failure counts as exit 2 where the hook says `onFailure: "block"` and
 * the event can be refused; on a few events every failure does. The text is a
 * phrase of ours and stderr.
 */
export function refusalByFailure(
  run: HookRun,
  { definition }: HookEvent,
  profile: Profile,
  { failure, canRefuse }: Reading,
): Block | undefined {
  if (failure === undefined || failure.kind === "cancelled") return undefined;
  const refusable = isRefusable(definition, profile);
  const wanted = canRefuse === true && blocksOnFailure(run.planned.handler);
  if (!refusable || !(wanted || definition.failureRefuses)) return undefined;
  const happened = failure.kind === "timed-out" ? "timed out" : "failed";
  const why = wanted ? ', and its onFailure is "block"' : "";
  const words = [`it ${happened}${why}`, run.stderr.text.trim()].filter(Boolean).join("\n");
  return { words, labelled: true };
}

/** Only these types know the field; on others it is an unknown key. */
const blocksOnFailure = (handler: AnyHandler): boolean =>
  (handler.type === "command" || handler.type === "http") && handler.onFailure === "block";
