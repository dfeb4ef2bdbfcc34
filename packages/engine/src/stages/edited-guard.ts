import type { ConfiguredHook } from "./snapshot.ts";

/** A guard as it was trusted that no longer is what it was. */
export interface EditedGuard {
  readonly trusted: ConfiguredHook;
  /** `broken`: its entry is no longer a valid hook. `removed`: it went during the session. */
  readonly how: "edited" | "broken" | "removed";
  /** The id of the hook it was edited into. */
  readonly now: string | undefined;
}
