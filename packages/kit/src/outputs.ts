import type { HookOutput } from "./generated/event-outputs.ts";
import type { EventName } from "./inputs.ts";

/**
 * What a hook answers. The functions in the callback's argument make replies; the callback returns one, or a list.
 */
export interface Reply<Name extends EventName = EventName> {
  readonly event: Name;
  readonly output?: HookOutput<Name>;
  /** The text of a block that needs the exit code (E18): exit code 2, and this text on stderr. */
  readonly blockText?: string;
}
