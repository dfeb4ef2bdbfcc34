import type { MatchedHook } from "./matched-hook.ts";
import type { ConfiguredHook } from "./snapshot.ts";

/** A matched hook that may not run. */
export interface HeldHook {
  readonly hook: ConfiguredHook;
  /** Why it may not run. */
  readonly reason:
    | "disabled"
    | "managed-only"
    | "untrusted"
    | "changed"
    | "once-spent"
    | "inside-agent-hook";
  /** What is missing and the command that supplies it, for the user. */
  readonly because: string;
  /** The same for the model, which must not get the command: only the user decides what is trusted. */
  readonly forModel: string;
  /** A guard that was trusted and has changed refuses, where its event can be refused (T1). */
  readonly refuses: boolean;
}

/**
 * The matched hooks divided into those that may run and those held back.
 *
 * Contract: every matched hook is in exactly one list, both in plan order;
 * nothing of a project is in `hooks` unless it is trusted (T1).
 */
export interface Admitted {
  readonly hooks: readonly MatchedHook[];
  readonly held: readonly HeldHook[];
}

/** A guard as it was trusted that no longer is what it was. */
export interface EditedGuard {
  readonly trusted: ConfiguredHook;
  /** `broken`: its entry is no longer a valid hook. `unreadable`: its file cannot be read. `removed`: it went during the session. */
  readonly how: "edited" | "broken" | "unreadable" | "removed";
  /** The id of the hook it was edited into. */
  readonly now: string | undefined;
}
