import type { EventName } from "@snaphook/protocol";
import type { Clock } from "../run/clock.ts";
import type { HookInput } from "../stages/hook-event.ts";
import type { OutcomeOf } from "../stages/outcome.ts";

/** A tool call as the model asked for it. */
export interface ToolCallRequest {
  readonly name: string;
  readonly input: HookInput;
  readonly id: string;
}

/** What a tool call needs of its session. */
export interface ToolCallSession {
  readonly hooks: {
    fire<Name extends EventName>(
      name: Name,
      input: HookInput,
      options?: { readonly signal?: AbortSignal },
    ): Promise<OutcomeOf<Name>>;
  };
  readonly clock: Pick<Clock, "now">;
  /** Whether permission questions are told to hooks though nobody can answer them (SPEC 12). */
  readonly profile: { readonly permissionRequestHeadless: "not-fired" | "fired" };
}
