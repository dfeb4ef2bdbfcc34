import type { CommandExpansion } from "../commands/expand-command.ts";
import type { MediaBlock, TextBlock, UserMessage } from "../conversation/message.ts";
import type { GateStep } from "../effects/gate.ts";
import { hookBlocks, textBlock } from "../effects/hook-text.ts";
import type { EventFields } from "../effects/step.ts";
import type { Agent } from "./agent.ts";
import type { PermissionDenial } from "./agent-event.ts";
import { attachFiles } from "./attach-files.ts";
import type { FilledCommand } from "./fill-command.ts";

/** Whether the model is asked about a prompt. */
export type SubmitStep =
  | { readonly do: "run" }
  /** The model never sees it; the text is for the user. */
  | { readonly do: "refuse"; readonly text: string }
  | { readonly do: "stop"; readonly reason: string }
  /** A command in its text could not run; the text says why. */
  | { readonly do: "fail"; readonly text: string };

/** What the model reads before the first prompt. */
export interface Preceding {
  readonly blocks: readonly TextBlock[];
  /** What the prompt's own text begins with (V1). */
  readonly head: string;
}

export interface SubmittedPrompt {
  /** As the user typed it. */
  readonly text: string;
  readonly media: readonly MediaBlock[];
  /** What it stands for, if it calls a command; `fill` runs the commands in its text. */
  readonly command:
    | { readonly expansion: CommandExpansion; fill(): Promise<FilledCommand> }
    | undefined;
  takePreceding(): Preceding;
  /** Where refused calls of Read for mentioned files are noted. */
  readonly denials: PermissionDenial[];
  /** The driver's own id of the message. */
  readonly uuid?: string | undefined;
  /** The user typed it, so that `@file` in it is a mention. */
  readonly isTyped: boolean;
  /** `@file` in it is text, although the user typed it. */
  readonly isVerbatim?: true | undefined;
}

/**
 * A prompt on its way to the model.
 *
 * 1. UserPromptSubmit gets the prompt as it was typed; a refusal erases it, a stop keeps it (G5, G10).
 * 2. A command of a file is expanded; UserPromptExpansion may refuse that. Commands in its text run (E25).
 * 3. What precedes it, the context of hooks, the files that the user mentions and the prompt become one message (G3).
 */
export async function submitPrompt(
  agent: Agent,
  {
    text: prompt,
    media,
    command,
    takePreceding,
    denials,
    isTyped,
    isVerbatim,
    uuid,
  }: SubmittedPrompt,
  signal: AbortSignal,
): Promise<SubmitStep> {
  const checkpoint = await agent.checkpoint();
  if (checkpoint.do === "stop") return checkpoint;
  const submitted = await agent.dispatch("UserPromptSubmit", { prompt }, { signal });
  signal.throwIfAborted();
  agent.takeTitle(submitted.fields);
  const first = promptStep("UserPromptSubmit", submitted, prompt, agent);
  const step =
    first.do === "send" && command
      ? await expand(agent, prompt, command.expansion, first, signal)
      : first;
  switch (step.do) {
    case "fail":
    case "refuse":
      return step;
    case "stop":
      addPrompt(agent, takePreceding(), prompt, media, { isTyped, uuid, prompt });
      return step;
    case "send": {
      const filled = await command?.fill();
      if (filled && filled.do !== "send") return filled;
      const { text = prompt, context = [] } = filled ?? {};
      const files =
        isTyped && !isVerbatim ? await attachFiles(agent, prompt, denials, signal) : noFiles;
      const blocks = [...step.context, ...context, ...files.blocks, ...media];
      addPrompt(agent, takePreceding(), text, blocks, { isTyped, uuid, prompt });
      return files.stop === undefined ? { do: "run" } : { do: "stop", reason: files.stop };
    }
  }
}

const noFiles = { blocks: [], stop: undefined } as const;

/** The result of one event on a prompt. */
type PromptStep =
  | { readonly do: "send"; readonly context: readonly TextBlock[] }
  | Exclude<SubmitStep, { readonly do: "run" }>;

/** G5, G10: a refused prompt is erased and shown with the reason; a stopped one stays, unless a hook refused it too. */
export function promptStep(
  event: string,
  step: GateStep,
  prompt: string,
  { hookMark }: Pick<Agent, "hookMark">,
): Exclude<PromptStep, { readonly do: "fail" }> {
  switch (step.do) {
    case "proceed":
      return { do: "send", context: hookBlocks(event, step.forModel.context, hookMark) };
    case "refuse":
      return { do: "refuse", text: refusalText(event, step.reasons, step.fields, prompt) };
    case "stop":
      return step.refused.length === 0
        ? { do: "stop", reason: step.reason }
        : { do: "refuse", text: refusalText(event, step.refused, step.fields, prompt) };
  }
}

function refusalText(
  event: string,
  reasons: readonly string[],
  { suppressOriginalPrompt }: EventFields,
  prompt: string,
): string {
  const original = suppressOriginalPrompt === true ? [] : [`The prompt was: ${prompt}`];
  return `A ${event} hook refused the prompt:\n${[...reasons, ...original].join("\n\n")}`;
}

async function expand(
  agent: Agent,
  prompt: string,
  { name, args, source }: CommandExpansion,
  { context }: Extract<PromptStep, { readonly do: "send" }>,
  signal: AbortSignal,
): Promise<PromptStep> {
  const input = {
    expansion_type: source === "mcp" ? "mcp_prompt" : "slash_command",
    command_name: name,
    command_args: args,
    command_source: source,
    prompt,
  };
  const expansion = await agent.dispatch("UserPromptExpansion", input, { signal });
  signal.throwIfAborted();
  const step = promptStep("UserPromptExpansion", expansion, prompt, agent);
  return step.do === "send" ? { do: "send", context: [...context, ...step.context] } : step;
}

function addPrompt(
  { conversation, emit }: Agent,
  { blocks, head }: Preceding,
  text: string,
  context: readonly (TextBlock | MediaBlock)[],
  {
    isTyped,
    uuid,
    prompt,
  }: Pick<SubmittedPrompt, "isTyped" | "uuid"> & { readonly prompt: string },
): void {
  const own = `${head}${text}`;
  // Services refuse an empty text; an image alone is a prompt too.
  const content = [
    ...blocks,
    ...context,
    ...(own === "" && context.length > 0 ? [] : [textBlock(own)]),
  ];
  const message: UserMessage = { role: "user", content };
  conversation.add(message);
  emit({
    type: "user",
    message,
    synthetic: !isTyped,
    ...(isTyped ? { typed: { text: prompt, block: content.length - 1 } } : {}),
    ...(uuid === undefined ? {} : { uuid }),
  });
}
