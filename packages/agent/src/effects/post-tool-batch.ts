import type { OutcomeOf } from "@snaphook/engine";
import type { TextBlock } from "../conversation/message.ts";
import { contextBlocks, hookText, reasonMessages, textBlock } from "./hook-text.ts";

/** What follows the calls of one answer. */
export interface BatchStep {
  readonly do: "continue" | "stop";
  /** For the model, beside the results; after a stop it goes with the next prompt. */
  readonly told: readonly TextBlock[];
}

/** E25: a block or a stop ends the turn; context and the reasons of blocks go with the results (section 9 of the contract). */
export function applyPostToolBatch(outcome: OutcomeOf<"PostToolBatch">): BatchStep {
  const told = [
    ...contextBlocks(outcome, outcome.event),
    ...reasonMessages(outcome).map(({ text }) => textBlock(hookText(outcome.event, text))),
  ];
  return { do: outcome.action === "stop" ? "stop" : "continue", told };
}
