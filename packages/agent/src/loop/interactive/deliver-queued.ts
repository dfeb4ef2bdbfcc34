import type { TextBlock, UserBlock } from "../../conversation/message.ts";
import { textBlock } from "../../effects/hook-text.ts";
import type { Agent } from "../agent.ts";
import { attachFiles } from "../attach-files.ts";
import type { Preceding } from "../submit-prompt.ts";
import type { TurnTally } from "../turn-tally.ts";
import type { QueuedPrompt } from "./prompt-queue.ts";

/** Adds a prompt whose hooks have answered already to what the model reads next. A hook on Read may stop the turn. */
export async function deliverQueued(
  agent: Agent,
  { message, context = [] }: QueuedPrompt,
  { denials, promptUuids }: Pick<TurnTally, "denials" | "promptUuids">,
  signal: AbortSignal,
  /** Set if it begins a turn. */
  preceding?: Preceding,
): Promise<string | undefined> {
  const { text, media, uuid, isVerbatim } = message;
  const files = isVerbatim ? noFiles : await attachFiles(agent, text, denials, signal);
  signal.throwIfAborted();
  promptUuids.push(uuid);
  const own = textBlock(`${preceding?.head ?? ""}${text}`);
  const content: readonly UserBlock[] = preceding
    ? [...preceding.blocks, ...context, ...files.blocks, ...media, own]
    : [own, ...context, ...files.blocks, ...media];
  const added = { role: "user", content } as const;
  agent.conversation.add(added);
  const typed = { text, block: content.indexOf(own) };
  agent.emit({ type: "user", message: added, synthetic: false, typed, uuid });
  return files.stop;
}

const noFiles: { readonly blocks: readonly TextBlock[]; readonly stop: undefined } = {
  blocks: [],
  stop: undefined,
};
