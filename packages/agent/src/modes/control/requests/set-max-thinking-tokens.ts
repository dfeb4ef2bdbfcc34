import type { Thinking } from "../../../model/model.ts";
import type { ControlHandler } from "../control-context.ts";

const displays = ["summarized", "omitted"] as const;

/** `null` resets to how the session began; a missing number leaves the budget as it is. */
export const setMaxThinkingTokens: ControlHandler = async (request, { opened }) => {
  const { max_thinking_tokens: tokens, thinking_display: display } = request;
  const shown = displays.find((one) => one === display);
  if (display !== undefined && display !== null && shown === undefined)
    throw new Error(
      `"thinking_display" is ${JSON.stringify(display)}, expected ${displays.join(" or ")}`,
    );
  if (tokens === undefined) return undefined;
  const { control } = await opened();
  control.setThinking(tokens === null ? undefined : thinkingOf(tokens, shown));
  return undefined;
};

function thinkingOf(tokens: unknown, display: Thinking["display"]): Thinking {
  if (typeof tokens !== "number" || !Number.isSafeInteger(tokens) || tokens < 0)
    throw new Error(
      `"max_thinking_tokens" is ${JSON.stringify(tokens)}, expected a number of tokens, 0 for no thinking, or null`,
    );
  if (tokens === 0) return { type: "disabled" };
  return { type: "enabled", budgetTokens: tokens, ...(display && { display }) };
}
