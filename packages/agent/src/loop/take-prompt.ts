import type { CommandExpansion } from "../commands/expand-command.ts";
import type { TextBlock, UserMessage } from "../conversation/message.ts";
import { textBlock } from "../effects/hook-text.ts";
import { applyPrompt } from "../effects/user-prompt-submit.ts";
import type { Agent } from "./agent.ts";

/** Whether a prompt goes to the model, or what is said in its place. */
export type TakenPrompt =
  | { readonly do: "run" }
  | { readonly do: "end"; readonly terminal: "completed" | "hook_stopped"; readonly text: string };

/** What the model is told with the first prompt that reaches it. */
export interface Preceding {
  readonly blocks: readonly TextBlock[];
  /** What the prompt's own text begins with (V1). */
  readonly head: string;
}

/**
 * A prompt on its way to the model.
 *
 * 1. UserPromptSubmit hears the prompt as it was typed; a refusal erases it, a stop keeps it (G5, G10).
 * 2. A command of a file is expanded; UserPromptExpansion may refuse that.
 * 3. What is to precede it, the context of hooks and the prompt become one message (G3).
 */
export async function takePrompt(
  agent: Agent,
  prompt: string,
  expanded: CommandExpansion | undefined,
  takePreceding: () => Preceding,
  signal: AbortSignal,
): Promise<TakenPrompt> {
  const { conversation, emit } = agent;
  await agent.settle();
  const submitted = await agent.hooks().fire("UserPromptSubmit", { prompt }, { signal });
  agent.report(submitted);
  signal.throwIfAborted();
  const step = applyPrompt(submitted, prompt);
  if (step.do === "refuse") return { do: "end", terminal: "completed", text: step.text };
  const add = (text: string, context: readonly TextBlock[] = []) => {
    const { blocks, head } = takePreceding();
    const content = [...blocks, ...context, textBlock(`${head}${text}`)];
    const message: UserMessage = { role: "user", content };
    conversation.add(message);
    emit({ type: "user", message, synthetic: false });
  };
  if (step.do === "stop") {
    add(prompt);
    return { do: "end", terminal: "hook_stopped", text: step.text };
  }
  if (!expanded) {
    add(prompt, step.context);
    return { do: "run" };
  }
  const expansion = await expand(agent, prompt, expanded, signal);
  if (expansion.do === "refuse") return { do: "end", terminal: "completed", text: expansion.text };
  if (expansion.do === "stop") {
    add(prompt);
    return { do: "end", terminal: "hook_stopped", text: expansion.text };
  }
  add(expanded.text, [...step.context, ...expansion.context]);
  return { do: "run" };
}

async function expand(
  agent: Agent,
  prompt: string,
  { name, args, source }: CommandExpansion,
  signal: AbortSignal,
) {
  const outcome = await agent.hooks().fire(
    "UserPromptExpansion",
    {
      expansion_type: "slash_command",
      command_name: name,
      command_args: args,
      command_source: source,
      prompt,
    },
    { signal },
  );
  agent.report(outcome);
  signal.throwIfAborted();
  return applyPrompt(outcome, prompt);
}
