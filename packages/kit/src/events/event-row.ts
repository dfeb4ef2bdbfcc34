import type { EventReplies, VariableEffects } from "../event-replies.ts";
import type { CommonInput, EventName, HookInput } from "../inputs.ts";
import type { Reply } from "../outputs.ts";

/** What the kit knows of an event when a hook runs. */
interface EventRow<Name extends EventName> {
  /** A hook of it that throws refuses (H8), unless told otherwise. Default: no. */
  readonly refusable?: true;
  /** It is about one tool call. Default: no. */
  readonly isAboutTool?: true;
  /** What it tells besides the common fields, for examples and tests. */
  readonly sample: Omit<
    HookInput<Name>,
    Exclude<keyof CommonInput, "agent_id" | "agent_type"> | "hook_event_name"
  >;
  /** The functions a callback answers with. */
  readonly replies: (effects: VariableEffects) => EventReplies[Name];
  /** A refusal in words beside exit 2, where some hosts make nothing of the exit code. */
  readonly refusal?: (message: string) => Reply<Name>;
}

export type EventTable<Name extends EventName = EventName> = {
  readonly [One in Name]: EventRow<One>;
};
