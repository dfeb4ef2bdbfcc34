import type { Agent } from "../agent.ts";
import type { PromptMessage } from "../prompt.ts";
import { promptStep } from "../submit-prompt.ts";
import type { CheckedPrompt } from "./prompt-queue.ts";

/** Fires UserPromptSubmit for a prompt that waits. */
export async function checkTypedPrompt(
  agent: Agent,
  { text: prompt }: Pick<PromptMessage, "text">,
  signal: AbortSignal,
): Promise<CheckedPrompt> {
  const step = await agent.dispatch("UserPromptSubmit", { prompt }, { signal });
  if (signal.aborted) return { do: "withdrawn" };
  agent.takeTitle(step.fields);
  return promptStep("UserPromptSubmit", step, prompt, agent);
}
