import type {
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  LanguageModelV4ToolResultPart,
} from "@ai-sdk/provider";
import type {
  AssistantBlock,
  ConversationMessage,
  MediaBlock,
  TextBlock,
  ToolResultBlock,
  UserBlock,
} from "../../conversation/message.ts";

/**
 * The conversation in the provider's format; texts are passed on byte for byte. The blocks of a user message
 * keep their order: neighbouring tool and user messages become one message on the wire.
 */
export function toPrompt(
  system: string,
  messages: readonly ConversationMessage[],
): LanguageModelV4Prompt {
  const names = toolNames(messages);
  const converted = messages.flatMap(({ role, content }): LanguageModelV4Message[] =>
    role === "user"
      ? userMessages(content.filter(isSent), names)
      : assistantMessages(content.filter(isSent)),
  );
  return system === "" ? converted : [{ role: "system", content: system }, ...converted];
}

/** Services refuse empty texts. */
const isSent = (block: UserBlock | AssistantBlock): boolean =>
  block.type !== "text" || block.text !== "";

const assistantMessages = (content: readonly AssistantBlock[]): LanguageModelV4Message[] =>
  content.length === 0 ? [] : [{ role: "assistant", content: content.map(assistantPart) }];

type Names = ReadonlyMap<string, string>;

/** Results name only the call they belong to; providers also need the tool's name. */
function toolNames(messages: readonly ConversationMessage[]): Names {
  const calls = messages.flatMap(({ content }) =>
    content.flatMap((block) =>
      block.type === "tool_use" ? [[block.id, block.name] as const] : [],
    ),
  );
  return new Map(calls);
}

/** Neighbouring blocks of one kind become one message. */
function userMessages(blocks: readonly UserBlock[], names: Names): LanguageModelV4Message[] {
  const messages: LanguageModelV4Message[] = [];
  for (const block of blocks) {
    const last = messages.at(-1);
    if (block.type !== "tool_result") {
      const part = block.type === "text" ? textPart(block) : filePart(block);
      if (last?.role === "user") last.content.push(part);
      else messages.push({ role: "user", content: [part] });
    } else {
      const part = resultPart(block, names);
      if (last?.role === "tool") last.content.push(part);
      else messages.push({ role: "tool", content: [part] });
    }
  }
  return messages;
}

const textPart = ({ text }: TextBlock) => ({ type: "text", text }) as const;

const filePart = ({ source }: MediaBlock) =>
  source.type === "url"
    ? ({
        type: "file",
        mediaType: "image/*",
        data: { type: "url", url: new URL(source.url) },
      } as const)
    : ({
        type: "file",
        mediaType: source.media_type,
        data: { type: "data", data: source.data },
      } as const);

function resultPart(block: ToolResultBlock, names: Names): LanguageModelV4ToolResultPart {
  const type = block.is_error === true ? "error-text" : "text";
  return {
    type: "tool-result",
    toolCallId: block.tool_use_id,
    toolName: names.get(block.tool_use_id) ?? "unknown",
    output: { type, value: block.content },
  };
}

function assistantPart(block: AssistantBlock) {
  switch (block.type) {
    case "text":
      return { type: "text", text: block.text } as const;
    case "thinking": {
      const { thinking: text, signature } = block;
      const part = { type: "reasoning", text } as const;
      return signature === undefined
        ? part
        : { ...part, providerOptions: { anthropic: { signature } } };
    }
    case "redacted_thinking": {
      const anthropic = { redactedData: block.data };
      return { type: "reasoning", text: "", providerOptions: { anthropic } } as const;
    }
    case "tool_use": {
      const { id: toolCallId, name: toolName, input } = block;
      return { type: "tool-call", toolCallId, toolName, input } as const;
    }
  }
}
