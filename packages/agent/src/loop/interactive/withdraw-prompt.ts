import type { ConversationMessage } from "../../conversation/message.ts";
import { addUserMessage } from "../add-user-message.ts";
import type { Agent } from "../agent.ts";

/** A prompt as it became part of the conversation. */
export interface AddedPrompt {
  /** Of its message. */
  readonly uuid: string;
  /** The conversation before it, and with it. */
  readonly before: readonly ConversationMessage[];
  readonly after: readonly ConversationMessage[];
}

/**
 * Removes a prompt that the model has not begun to answer; what was added after it stays. False: the conversation has
 * changed since, so that it cannot be removed.
 */
export function withdrawPrompt(
  agent: Pick<Agent, "conversation" | "emit">,
  { uuid, before, after }: AddedPrompt,
): boolean {
  const { conversation, emit } = agent;
  const now = conversation.messages();
  const length = after.at(-1)?.content.length ?? 0;
  const isUnchanged =
    now.length === after.length && now.slice(0, -1).every((message, at) => message === after[at]);
  const last = now.at(-1);
  if (!isUnchanged || last?.role !== "user") return false;
  conversation.restore(before);
  emit({ type: "prompt-withdrawn", prompt: uuid });
  addUserMessage(agent, last.content.slice(length));
  return true;
}
