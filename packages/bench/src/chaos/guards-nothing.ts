import { backgroundOf, events, isRefusable, type Profile } from "@snaphook/protocol";
import { looksLikeGuard } from "../lint/guard-rules.ts";
import type { LintedHook } from "../lint/lint-subject.ts";

/** Why a hook is not a guard; undefined: it is one, or may be one. */
export function whyItGuardsNothing(linted: LintedHook, profile: Profile): string | undefined {
  const { event, handler } = linted.hook;
  if (backgroundOf(handler) !== "no")
    return "it runs in the background, where it can refuse nothing";
  if (!isRefusable(events[event], profile)) return `a failure on ${event} refuses nothing`;
  const mayRefuse = looksLikeGuard(linted) || linted.code.text === undefined;
  return mayRefuse || handler.onFailure === "block" ? undefined : "nothing in its code refuses";
}
