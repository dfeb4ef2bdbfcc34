import type { EventInputs, HookInput as WholeInput } from "./generated/event-inputs.ts";
import type { NamesOf, ToolInputOf, ToolResponseOf } from "./tools.ts";

/** Every event a hook can be for. */
export type EventName = keyof EventInputs;

/** Events about one tool call. */
export type ToolEventName = {
  [Name in EventName]: "tool_name" extends keyof EventInputs[Name] ? Name : never;
}[EventName];

/** The fields of a tool call that depend on the tool. */
interface CallFields<Tool extends string> {
  readonly tool_name: NamesOf<Tool>;
  readonly tool_input: ToolInputOf<Tool>;
  readonly tool_response: ToolResponseOf<Tool>;
}

/** The input of a hook; for several tools, a union with one type for each. */
export type HookInput<Name extends EventName, Tool extends string = string> = Name extends EventName
  ? Tool extends string
    ? {
        [Field in keyof WholeInput<Name>]: Field extends keyof CallFields<Tool>
          ? CallFields<Tool>[Field]
          : WholeInput<Name>[Field];
      }
    : never
  : never;
