import type { OutcomeOf } from "@snaphook/engine";
import type { TextBlock } from "../conversation/message.ts";
import { contextBlocks } from "./hook-text.ts";

/** What becomes of a prompt. */
export type PromptStep =
  | { readonly do: "send"; readonly context: readonly TextBlock[] }
  /** The model never sees it; the text is for the user. */
  | { readonly do: "refuse"; readonly text: string }
  /** The turn ends here; the prompt stays in the conversation. */
  | { readonly do: "stop"; readonly text: string };

/** G5, G10: a refused prompt is erased and told with the reason; a stopped one stays, unless a hook refused it too. */
export function applyPrompt(
  outcome: OutcomeOf<"UserPromptSubmit" | "UserPromptExpansion">,
  prompt: string,
): PromptStep {
  if (outcome.action === "proceed")
    return { do: "send", context: contextBlocks(outcome, outcome.event) };
  if (outcome.action === "stop" && outcome.refused.length === 0)
    return { do: "stop", text: outcome.reason };
  const reasons = outcome.action === "stop" ? outcome.refused : outcome.reasons;
  const hides = outcome.fields["suppressOriginalPrompt"] === true;
  const text = [...reasons, ...(hides ? [] : [`The prompt was: ${prompt}`])].join("\n\n");
  return { do: "refuse", text: `A ${outcome.event} hook refused the prompt:\n${text}` };
}
