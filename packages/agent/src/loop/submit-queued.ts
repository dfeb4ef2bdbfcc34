import type { Agent } from "./agent.ts";
import type { PermissionDenial } from "./agent-event.ts";
import type { Prompt } from "./prompt.ts";
import { type SubmitStep, submitPrompt } from "./submit-prompt.ts";
import { warning } from "./warning.ts";

/** Adds a prompt to the turn that runs. Hooks see it like any other; a refusal is reported, and the turn continues. */
export async function submitQueued(
  agent: Agent,
  prompt: Prompt,
  denials: PermissionDenial[],
  signal: AbortSignal,
): Promise<SubmitStep> {
  const { text, media, ...id } = typeof prompt === "string" ? { text: prompt, media: [] } : prompt;
  const takePreceding = () => ({ blocks: [], head: "" });
  const submitted = { text, media, command: undefined, takePreceding, denials, isTyped: true };
  const step = await submitPrompt(agent, { ...submitted, ...id }, signal);
  if (step.do === "refuse" || step.do === "fail") agent.emit(warning(step.text));
  return step;
}
