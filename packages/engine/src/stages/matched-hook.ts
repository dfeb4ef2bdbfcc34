import type { ConfiguredHook } from "./snapshot.ts";

/**
 * A configured hook that an event selects.
 *
 * Contract: its matcher, its owner and its `if` all hold; the list of matched
 * hooks is in plan order. The reason is computed on demand (`explain`).
 */
export interface MatchedHook {
  readonly hook: ConfiguredHook;
}
