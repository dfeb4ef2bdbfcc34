import type { OutcomeOf } from "@snaphook/engine";
import type { TextBlock } from "../conversation/message.ts";
import { contextBlocks, hookText, reasonMessages, textBlock } from "./hook-text.ts";

/** What becomes of an agent that finished. */
export type StopStep =
  | { readonly do: "finish" }
  /** `blocks`: how many hooks want it to go on; context alone is none (G11). */
  | {
      readonly do: "continue";
      readonly instructions: readonly TextBlock[];
      readonly blocks: number;
    }
  | { readonly do: "stop"; readonly blocks: number };

/** G4: all reasons, then all context, are the next instructions. */
export function applyStop(outcome: OutcomeOf<"Stop">): StopStep {
  const reasons = reasonMessages(outcome);
  const blocks = reasons.length;
  if (outcome.action === "finish") return { do: "finish" };
  if (outcome.action === "stop") return { do: "stop", blocks };
  const instructions = [
    ...reasons.map(({ text }) => textBlock(hookText(outcome.event, text))),
    ...contextBlocks(outcome, outcome.event),
  ];
  return { do: "continue", instructions, blocks };
}
