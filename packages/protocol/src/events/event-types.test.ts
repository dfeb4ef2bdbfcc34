import { describe, expectTypeOf, it } from "vitest";
import type { EventInput, EventInputs, HookInput } from "../generated/event-inputs.ts";
import type { EventOutput, HookOutput } from "../generated/event-outputs.ts";
import type { EventName } from "./table.ts";

describe("the types made from the events", () => {
  it("exist for every event", () => {
    expectTypeOf<keyof EventInputs>().toEqualTypeOf<EventName>();
  });

  it("E10 an input has the event's own fields", () => {
    expectTypeOf<EventInput<"Stop">>().toEqualTypeOf<{
      readonly stop_hook_active: boolean;
      readonly last_assistant_message?: string | undefined;
      readonly stop_hook_blocks?: number | undefined;
      readonly stop_hook_block_cap?: number | undefined;
    }>();
  });

  it("E21 a whole input has the common fields too, and the event's own fields override them", () => {
    expectTypeOf<HookInput<"Stop">>().toMatchTypeOf<{ session_id: string; cwd: string }>();
    expectTypeOf<HookInput<"Stop">["agent_id"]>().toEqualTypeOf<string | undefined>();
    expectTypeOf<HookInput<"SubagentStop">["agent_id"]>().toEqualTypeOf<string>();
    expectTypeOf<HookInput<"Stop" | "Setup">["hook_event_name"]>().toEqualTypeOf<
      "Stop" | "Setup"
    >();
  });

  it("an input can be passed as an object with any fields", () => {
    expectTypeOf<EventInput<EventName>>().toExtend<Readonly<Record<string, unknown>>>();
  });

  it("A5 an answer has the event's own fields", () => {
    expectTypeOf<EventOutput<"PermissionDenied">>().toEqualTypeOf<{
      readonly retry?: boolean | undefined;
    }>();
    const answer: HookOutput<"Setup"> = {
      systemMessage: "told",
      hookSpecificOutput: { hookEventName: "Setup", additionalContext: "told" },
    };
    expectTypeOf(answer).toExtend<HookOutput>();
    type Own = NonNullable<HookOutput<"SessionEnd">["hookSpecificOutput"]>;
    // @ts-expect-error SessionEnd has no fields of its own.
    const own: Own = { hookEventName: "SessionEnd", x: 1 };
    expectTypeOf(own.hookEventName).toEqualTypeOf<"SessionEnd">();
  });
});
