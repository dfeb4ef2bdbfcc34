import type { ConfiguredHook } from "./snapshot.ts";

/**
 * A configured hook that an event selects.
 *
 * Contract: `because` says why in words a person can check against the
 * settings file; the list of matched hooks is in plan order.
 */
export interface MatchedHook {
  readonly hook: ConfiguredHook;
  readonly because: string;
}
