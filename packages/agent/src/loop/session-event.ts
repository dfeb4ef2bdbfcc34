import type { ToolCallOutcome } from "@snaphook/engine";
import type { ToolCall } from "../model/model.ts";

/** Everything a session tells the outside, in order. */
export type SessionEvent =
  | { readonly type: "prompt"; readonly text: string }
  | { readonly type: "assistant"; readonly text: string }
  | { readonly type: "hooks"; readonly call: ToolCall; readonly outcome: ToolCallOutcome }
  | {
      readonly type: "toolResult";
      readonly call: ToolCall;
      readonly text: string;
      readonly isError: boolean;
      readonly ran: boolean;
    }
  | { readonly type: "end"; readonly reason: "finished" | "stopped"; readonly text: string };
