import type { UserBlock } from "../conversation/message.ts";
import type { Agent } from "./agent.ts";

/** Adds a message that the user did not type to what the model reads next. */
export function addUserMessage(
  { conversation, emit }: Pick<Agent, "conversation" | "emit">,
  content: readonly UserBlock[],
  responses?: Readonly<Record<string, unknown>>,
): void {
  if (content.length === 0) return;
  const message = { role: "user", content } as const;
  conversation.add(message);
  emit({ type: "user", message, synthetic: true, ...(responses && { responses }) });
}
