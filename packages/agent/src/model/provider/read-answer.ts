import { randomUUID } from "node:crypto";
import type {
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from "@ai-sdk/provider";
import type { AssistantBlock } from "../../conversation/message.ts";
import type { AnswerPart, ModelAnswer } from "../model.ts";
import type { Usage } from "../usage.ts";
import { answerParts } from "./answer-parts.ts";
import { notReported } from "./anthropic-events.ts";

/** A block whose pieces are still arriving. */
type Growing =
  | { readonly type: "text"; text: string }
  | { readonly type: "thinking"; thinking: string; signature?: string }
  | Extract<AssistantBlock, { type: "tool_use" | "redacted_thinking" }>;

type Part<Type> = Extract<LanguageModelV4StreamPart, { type: Type }>;

/**
 * Puts a streamed answer together. Rejects with the error in the stream,
 * or when it ends before the answer does.
 */
export async function readAnswer(
  stream: AsyncIterable<LanguageModelV4StreamPart>,
  {
    model,
    onText,
    onPart = () => {},
  }: {
    readonly model: string;
    readonly onText?: ((text: string) => void) | undefined;
    readonly onPart?: ((part: AnswerPart) => void) | undefined;
  },
): Promise<ModelAnswer> {
  const parts = answerParts(onPart, model);
  const blocks = createBlocks(parts.begin);
  let about: Part<"response-metadata"> | undefined;
  let finish: Part<"finish"> | undefined;
  for await (const part of stream) {
    if (part.type === "error") throw part.error;
    if (part.type === "response-metadata") {
      about = part;
      parts.start(part.id, part.modelId);
    } else if (part.type === "finish") finish = part;
    else {
      grow(blocks, part, onText);
      parts.grow(blocks.content.length - 1, part);
    }
  }
  const unfinished = ["interrupted", "error"];
  if (finish === undefined || unfinished.includes(finish.finishReason.unified))
    throw new Error("the connection closed before the end");
  const { content } = blocks;
  const usage = usageOf(finish.usage);
  const stopReason = stopReasonOf(
    finish.finishReason,
    content.some(({ type }) => type === "tool_use"),
  );
  parts.end(stopReason, usage);
  return {
    id: about?.id ?? `msg_${randomUUID()}`,
    model: about?.modelId ?? model,
    content,
    stopReason,
    usage,
    ...(isReported(finish.usage) ? {} : { usageUnknown: true }),
  };
}

/** The blocks of an answer in their order. A library may use an id again for the next block of its kind. */
interface Blocks {
  readonly content: readonly Growing[];
  begin(key: string, block: Growing): void;
  /** The newest block with a key. */
  get(key: string): Growing | undefined;
}

function createBlocks(onBegin: (index: number, block: Growing) => void): Blocks {
  const content: Growing[] = [];
  const newest = new Map<string, Growing>();
  return {
    content,
    begin(key, block) {
      content.push(block);
      newest.set(key, block);
      onBegin(content.length - 1, block);
    },
    get: (key) => newest.get(key),
  };
}

function grow(
  blocks: Blocks,
  part: LanguageModelV4StreamPart,
  onText?: (text: string) => void,
): void {
  switch (part.type) {
    case "text-start":
      blocks.begin(`text ${part.id}`, { type: "text", text: "" });
      return;
    case "text-delta": {
      const block = blocks.get(`text ${part.id}`);
      if (block?.type === "text") block.text += part.delta;
      onText?.(part.delta);
      return;
    }
    case "reasoning-start": {
      const data = part.providerMetadata?.["anthropic"]?.["redactedData"];
      const block: Growing =
        typeof data === "string"
          ? { type: "redacted_thinking", data }
          : { type: "thinking", thinking: "" };
      blocks.begin(`thinking ${part.id}`, block);
      return;
    }
    case "reasoning-delta": {
      const block = blocks.get(`thinking ${part.id}`);
      const signature = part.providerMetadata?.["anthropic"]?.["signature"];
      if (block?.type !== "thinking") return;
      block.thinking += part.delta;
      if (typeof signature === "string") block.signature = signature;
      return;
    }
    case "tool-call": {
      const { toolCallId: id, toolName: name } = part;
      blocks.begin(`call ${id}`, { type: "tool_use", id, name, input: inputOf(part.input) });
      return;
    }
  }
}

/** The input as the model gave it. If it is not JSON, the text itself, which the tool refuses. */
function inputOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const knownStopReasons = new Set([
  "end_turn",
  "tool_use",
  "max_tokens",
  "stop_sequence",
  "pause_turn",
  "refusal",
  "model_context_window_exceeded",
]);

const stopReasons: Readonly<Record<string, string>> = {
  stop: "end_turn",
  "tool-calls": "tool_use",
  length: "max_tokens",
  "content-filter": "refusal",
};

/** Why an answer ended, in the words of the Messages API. */
function stopReasonOf(reason: LanguageModelV4FinishReason, callsTools: boolean): string {
  if (reason.raw !== undefined && knownStopReasons.has(reason.raw)) return reason.raw;
  const meaning = stopReasons[reason.unified] ?? "end_turn";
  // Some servers report a normal stop although they wait for a tool result.
  return callsTools && meaning === "end_turn" ? "tool_use" : meaning;
}

/** The tokens an answer used; 0 for what the provider does not report. */
export function usageOf({ inputTokens, outputTokens }: LanguageModelV4Usage): Usage {
  return {
    input_tokens: known(inputTokens.noCache) ?? known(inputTokens.total) ?? 0,
    output_tokens: known(outputTokens.total) ?? 0,
    cache_creation_input_tokens: inputTokens.cacheWrite ?? 0,
    cache_read_input_tokens: inputTokens.cacheRead ?? 0,
  };
}

export const isReported = ({ inputTokens, outputTokens }: LanguageModelV4Usage): boolean =>
  known(inputTokens.noCache ?? inputTokens.total) !== undefined &&
  known(outputTokens.total) !== undefined;

const known = (tokens: number | undefined): number | undefined =>
  tokens === notReported ? undefined : tokens;
