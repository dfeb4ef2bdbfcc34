import type { HookEvent } from "../stages/hook-event.ts";
import type { MatchedHook } from "../stages/matched-hook.ts";
import type { ConfiguredHook, Snapshot } from "../stages/snapshot.ts";

/** The hooks an event selects, in plan order: an index lookup and one test per candidate. */
export function match(snapshot: Snapshot, event: HookEvent): readonly MatchedHook[] {
  const matched: MatchedHook[] = [];
  for (const hook of snapshot.byEvent.get(event.name) ?? []) {
    const answer = matchOne(hook, event);
    if (answer.matches) matched.push({ hook, because: answer.because });
  }
  return matched;
}

/** Whether one hook applies to an event, and why; `explain` asks the same question. */
export function matchOne(
  hook: ConfiguredHook,
  event: HookEvent,
): { readonly matches: boolean; readonly because: string } {
  if (hook.event !== event.name)
    return { matches: false, because: `is for ${hook.event}, not ${event.name}` };
  const field = event.definition.matchesOn;
  if (field === undefined) return { matches: true, because: `${event.name} takes no matcher` };
  const value = String(event.input[field] ?? "");
  const { kind, pattern } = hook.matcher;
  if (kind === "everything") return { matches: true, because: "no matcher: matches everything" };
  if (kind === "invalid")
    return { matches: false, because: `matcher "${pattern}" is not a valid expression` };
  const matches = hook.matcher.test(value);
  const what = kind === "names" ? "exact name list" : "unanchored expression";
  const verb = matches ? "matches" : "does not match";
  return { matches, because: `matcher "${pattern}" (${what}) ${verb} ${field} "${value}"` };
}
