import { brand } from "@snaphook/protocol";
import type { Admitted, HeldHook } from "../stages/admitted.ts";
import type { MatchedHook } from "../stages/matched-hook.ts";

/** Which hooks may run: facts about trust, asked per hook. */
export interface Trust {
  isTrusted(hook: MatchedHook["hook"]): Promise<boolean>;
}

/** Trusts what the user wrote and, when told so for this run, what the project brings (T2). */
export function trustFor({ project }: { readonly project: boolean }): Trust {
  return { isTrusted: async (hook) => hook.scope === "user" || project };
}

/** Divides matched hooks into those that may run and those held back (T1). */
export async function admit(matched: readonly MatchedHook[], trust: Trust): Promise<Admitted> {
  const hooks: MatchedHook[] = [];
  const held: HeldHook[] = [];
  for (const candidate of matched) {
    if (await trust.isTrusted(candidate.hook)) hooks.push(candidate);
    else
      held.push({
        hook: candidate.hook,
        reason: "untrusted",
        because: `the project brings it and it is not trusted: ${brand.command} --trust-project trusts this project's hooks for one run`,
      });
  }
  return { hooks, held };
}
