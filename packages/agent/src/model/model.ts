/** A tool call the model asks for. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** One answer of the model. Without tool calls it is the last of the turn. */
export interface ModelAnswer {
  readonly text: string;
  readonly toolCalls: readonly ToolCall[];
}

/** What the conversation holds. */
export type ConversationEntry =
  | { readonly role: "user"; readonly text: string }
  | { readonly role: "assistant"; readonly answer: ModelAnswer }
  | {
      readonly role: "tool";
      readonly callId: string;
      readonly text: string;
      readonly isError: boolean;
    };

export interface Model {
  answer(conversation: readonly ConversationEntry[]): Promise<ModelAnswer>;
}
