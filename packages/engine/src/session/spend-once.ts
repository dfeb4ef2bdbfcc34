import { isFrontMatter } from "../stages/snapshot.ts";
import type { Verdict } from "../stages/verdict.ts";
import type { HookSession } from "./hook-session.ts";

/** C3: a front-matter hook with `once` does not run again after its first success. */
export function spendOnce({ spent }: HookSession, verdicts: readonly Verdict[]): void {
  for (const { run, ending } of verdicts) {
    const { hook, handler } = run.planned;
    if (isFrontMatter(hook.origin) && handler.once === true && ending === "success")
      spent.add(hook.id);
  }
}
