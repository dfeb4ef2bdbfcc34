import type { HookEvent, HookInput } from "../stages/hook-event.ts";
import type { HookRef } from "../stages/snapshot.ts";
import type { Verdict } from "../stages/verdict.ts";

interface FoldedRewrites {
  /** The input to use; absent on events that are not about one tool call. */
  readonly input?: HookInput;
  /** Hooks whose rewrite is lost, and the label of the hook whose counts. */
  readonly overruled: readonly { readonly hook: HookRef; readonly by: string }[];
}

/**
 * F2: the last rewrite in plan order wins. One that a later hook of the same
 * sequential group was shown is not lost: that hook built on it (P2).
 */
export function foldRewrites(event: HookEvent, verdicts: readonly Verdict[]): FoldedRewrites {
  const rewrites = verdicts.filter(({ opinion }) => opinion.updatedInput !== undefined);
  const winner = rewrites.at(-1);
  const input = winner?.opinion.updatedInput ?? (event.input["tool_input"] as HookInput);
  const by = winner?.run.planned.hook;
  const overruled = rewrites
    .slice(0, -1)
    .map(({ run }) => run.planned.hook)
    .filter(({ group }) => !group.sequential || group.key !== by?.group.key)
    .map(({ id, label }) => ({ hook: { id, label }, by: by?.label ?? "" }));
  return { ...("tool_input" in event.input ? { input } : {}), overruled };
}
