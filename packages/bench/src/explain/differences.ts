import type { Explanation } from "@snaphook/engine";
import type { ExplainedHook } from "@snaphook/engine/internal";
import { programOf } from "@snaphook/protocol";
import type { InspectedHooks } from "../hooks/inspected-hooks.ts";
import { bashSyntaxIn } from "../lint/bash-syntax.ts";

/** The same event under another profile. */
export interface OtherProfile {
  readonly hooks: InspectedHooks;
  readonly explanation: Explanation;
}

/** Q1: what another profile does differently before a hook runs, in words, by the hook's id. */
export function differencesTo(
  { event, hooks }: Explanation,
  of: InspectedHooks,
  other: OtherProfile | undefined,
): ReadonlyMap<string, string> {
  if (other === undefined) return new Map();
  const theirs = new Map(other.explanation.hooks.map((one) => [one.hook.id, one]));
  return new Map(
    hooks.flatMap((own) => {
      const their = theirs.get(own.hook.id);
      if (own.hook.event !== event.name || their === undefined) return [];
      const parts =
        own.state === their.state
          ? [...limitOf(own, their), ...shellOf(own, of, other.hooks)]
          : [`${their.state}: ${their.because}`];
      if (parts.length === 0) return [];
      return [[own.hook.id, `${other.hooks.profile}: ${parts.join("; ")}`] as const];
    }),
  );
}

function limitOf(own: ExplainedHook, { limitMs }: ExplainedHook): readonly string[] {
  if (own.limitMs === limitMs) return [];
  return [limitMs === undefined ? "no limit" : `limit ${limitMs / 1000} s`];
}

/** P5: another shell matters to a command with syntax that not every shell has. */
function shellOf(
  { hook }: ExplainedHook,
  of: InspectedHooks,
  other: InspectedHooks,
): readonly string[] {
  const shell = other.config.shellOf(hook);
  const syntax = bashSyntaxIn(programOf(hook.handler)?.command ?? "");
  if (shell === of.config.shellOf(hook) || !syntax) return [];
  return [`it runs in ${shell ?? "no shell"}, which may not have ${syntax}`];
}
