import { textBlock } from "../../effects/hook-text.ts";
import { addUserMessage } from "../add-user-message.ts";
import type { Agent } from "../agent.ts";
import type { Prompt } from "../prompt.ts";
import { interruptedTurn, type TurnEnd } from "../turn-result.ts";
import type { TurnTally } from "../turn-tally.ts";
import { interruptedNote } from "./interrupted-call.ts";
import { type AddedPrompt, withdrawPrompt } from "./withdraw-prompt.ts";

/** Called when a prompt is part of the conversation, with the uuid of its message. */
export type OnAdded = (uuid: string) => void;

/**
 * Runs an input so that the user can interrupt it: prompts that the model has not begun to answer leave the
 * conversation again; otherwise the model reads with the next prompt that it was interrupted.
 */
export async function interruptible(
  agent: Agent,
  /** What can be withdrawn; empty if the user did not type it. */
  prompts: readonly Prompt[],
  tally: TurnTally,
  signal: AbortSignal,
  run: (onAdded: OnAdded) => Promise<TurnEnd>,
): Promise<TurnEnd> {
  if (agent.options.headless !== false) return run(() => {});
  const before = agent.conversation.messages();
  let added: AddedPrompt | undefined;
  const end = await run((uuid) => {
    added = { uuid, before, after: agent.conversation.messages() };
  }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
    return interruptedTurn(tally);
  });
  if (!end.terminal.startsWith("aborted_")) return end;
  const isWithdrawn =
    prompts.length > 0 && !tally.hasAnswer && (!added || withdrawPrompt(agent, added));
  if (isWithdrawn) return { ...end, withdrawnPrompts: prompts };
  addUserMessage(agent, [textBlock(interruptedNote)]);
  return end;
}
