import type { HookOutput } from "./generated/event-outputs.ts";
import type { EventName } from "./inputs.ts";

/**
 * What a hook says: made by the functions its callback is given, and returned, alone or several in a list.
 */
export interface Reply<Name extends EventName = EventName> {
  readonly event: Name;
  readonly output?: HookOutput<Name>;
  /** The text of a block that only the exit code can say (E18): exit 2, and this on stderr. */
  readonly blockText?: string;
}
