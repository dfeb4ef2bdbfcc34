/** The conversation, in the blocks that models, transcripts and stream-json share. */
export interface TextBlock {
  readonly type: "text";
  readonly text: string;
}

interface ThinkingBlock {
  readonly type: "thinking";
  readonly thinking: string;
  /** Must be sent back to the provider with the block. */
  readonly signature?: string;
}

/** Thinking that only the provider can read; must be sent back to it. */
interface RedactedThinkingBlock {
  readonly type: "redacted_thinking";
  readonly data: string;
}

export interface ToolUseBlock {
  readonly type: "tool_use";
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

export interface ToolResultBlock {
  readonly type: "tool_result";
  readonly tool_use_id: string;
  readonly content: string;
  readonly is_error?: boolean;
}

/** An image or a PDF. */
export type MediaBlock = MediaContent | LinkedImage;

interface MediaContent {
  readonly type: "image" | "document";
  readonly source: {
    readonly type: "base64";
    readonly media_type: string;
    readonly data: string;
  };
}

/** An image that the model's service fetches itself. */
export interface LinkedImage {
  readonly type: "image";
  readonly source: { readonly type: "url"; readonly url: string };
}

export type UserBlock = TextBlock | ToolResultBlock | MediaBlock;
export type AssistantBlock = TextBlock | ThinkingBlock | RedactedThinkingBlock | ToolUseBlock;

export interface UserMessage {
  readonly role: "user";
  readonly content: readonly UserBlock[];
}

/** What the user typed, and the text block of the message that has it: other blocks are of hooks, files and the host. */
export interface TypedPrompt {
  readonly text: string;
  readonly block: number;
}

export interface AssistantMessage {
  readonly role: "assistant";
  readonly content: readonly AssistantBlock[];
}

export type ConversationMessage = UserMessage | AssistantMessage;
