import type { ConversationMessage, TextBlock } from "../conversation/message.ts";

export interface CompactedParts {
  readonly summary: string;
  /** What a conversation begins with: instructions and the context of SessionStart hooks (G3). */
  readonly preceding: readonly TextBlock[];
  /** V1: what the text itself begins with. */
  readonly head: string;
  readonly kept: readonly ConversationMessage[];
  /** Whether the model has to continue without anything new from the user. */
  readonly continues: boolean;
}

/** The conversation that replaces the one before. */
export function compactedMessages(parts: CompactedParts): readonly ConversationMessage[] {
  const { summary, preceding, head, kept, continues } = parts;
  const next = continues ? ["Continue the work from there; do not ask whether to."] : [];
  const text = [
    "The earlier part of this conversation was replaced by this summary of it:",
    `<summary>\n${summary}\n</summary>`,
    ...next,
  ].join("\n\n");
  const first: readonly TextBlock[] = [...preceding, { type: "text", text: `${head}${text}` }];
  return [{ role: "user", content: first }, ...kept];
}
