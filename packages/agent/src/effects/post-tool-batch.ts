import type { OutcomeOf } from "@snaphook/engine";
import type { TextBlock } from "../conversation/message.ts";
import { contextBlocks } from "./hook-text.ts";

/** What follows the calls of one answer. */
export type BatchStep =
  | { readonly do: "goOn"; readonly context: readonly TextBlock[] }
  | { readonly do: "stop" };

/** E25: a block or a stop ends the turn; context goes with the results. */
export const applyPostToolBatch = (outcome: OutcomeOf<"PostToolBatch">): BatchStep =>
  outcome.action === "stop"
    ? { do: "stop" }
    : { do: "goOn", context: contextBlocks(outcome, outcome.event) };
