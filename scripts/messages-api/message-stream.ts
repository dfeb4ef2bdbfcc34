/** A content block as the Messages API sends it. */
export type ContentBlock =
  | { readonly type: "text"; readonly text: string }
  | {
      readonly type: "tool_use";
      readonly id: string;
      readonly name: string;
      readonly input: unknown;
    };

/** A complete message of the assistant. */
export interface AssistantMessage {
  readonly id: string;
  readonly type: "message";
  readonly role: "assistant";
  readonly model: unknown;
  readonly content: readonly ContentBlock[];
  readonly stop_reason: "tool_use" | "end_turn";
  readonly stop_sequence: null;
  readonly usage: Readonly<Record<string, number>>;
}

/** What differs from message to message. */
export interface Said {
  readonly id: string;
  readonly content: readonly ContentBlock[];
  readonly model?: unknown;
  readonly inputTokens?: number;
}

export const assistantMessage = ({
  id,
  content,
  model = "m",
  inputTokens = 10,
}: Said): AssistantMessage => ({
  id,
  type: "message",
  role: "assistant",
  model,
  content,
  stop_reason: content.some(({ type }) => type === "tool_use") ? "tool_use" : "end_turn",
  stop_sequence: null,
  usage: {
    input_tokens: inputTokens,
    output_tokens: 5,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
  },
});

/** The same message as server-sent events. */
export function messageStream(message: AssistantMessage): string {
  const { stop_reason, stop_sequence, usage } = message;
  const blocks = message.content.flatMap((block, index) => [
    { type: "content_block_start", index, content_block: emptied(block) },
    { type: "content_block_delta", index, delta: delta(block) },
    { type: "content_block_stop", index },
  ]);
  const events = [
    { type: "message_start", message: { ...message, content: [], stop_reason: null } },
    ...blocks,
    { type: "message_delta", delta: { stop_reason, stop_sequence }, usage },
    { type: "message_stop" },
  ];
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
}

const emptied = (block: ContentBlock): ContentBlock =>
  block.type === "text" ? { ...block, text: "" } : { ...block, input: {} };

const delta = (block: ContentBlock) =>
  block.type === "text"
    ? { type: "text_delta", text: block.text }
    : { type: "input_json_delta", partial_json: JSON.stringify(block.input) };
