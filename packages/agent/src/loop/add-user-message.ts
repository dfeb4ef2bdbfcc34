import type { UserBlock } from "../conversation/message.ts";
import type { Agent } from "./agent.ts";

/** Adds to what the model reads next; nobody typed it. */
export function addUserMessage(
  { conversation, emit }: Pick<Agent, "conversation" | "emit">,
  content: readonly UserBlock[],
): void {
  if (content.length === 0) return;
  const message = { role: "user", content } as const;
  conversation.add(message);
  emit({ type: "user", message, synthetic: true });
}
