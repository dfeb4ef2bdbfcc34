import type { InspectedHooks } from "@snaphook/bench";
import type { Hooks } from "@snaphook/engine";
import type { ProfileName } from "@snaphook/protocol";

/** Where the hooks of a menu come from: a session, or the files alone. */
export interface MenuSource {
  /** The hooks in force. */
  hooks(): Promise<InspectedHooks>;
  /** Lets settings files be written and applies them. Resolves with those that apply. */
  change(files: readonly string[], write: () => Promise<void>): Promise<readonly string[]>;
  /** The tools of the session; none without one. */
  tools(): readonly string[];
  /** The same hooks under another profile, to compare. */
  openAs?(profile: ProfileName): Promise<InspectedHooks & Pick<Hooks, "close">>;
  /** Why nothing can be changed here; undefined: everything can. */
  readonly readOnly?: string | undefined;
  /** The user's home, if it is not that of the process. */
  readonly home?: string;
}
