import { addNumbers } from "../core/add-numbers.ts";
import { askModel } from "../core/ask-model.ts";
import type { Conversation, StepOptions } from "../core/conversation.ts";
import type { MessageFormat } from "../core/edits.ts";
import { type PartKind, streamModel } from "../core/stream-model.ts";
import type { ToolCalls } from "../core/tool-calls.ts";
import type {
  CallOptions,
  Content,
  GenerateResult,
  LanguageModel,
  PromptMessage,
  StreamPart,
} from "./language-model.ts";

const message = (role: "user" | "assistant") => (text: string) => ({
  role,
  content: [{ type: "text", text }],
});

const format: MessageFormat<PromptMessage> = {
  role: ({ role }) => role,
  text: ({ content }) =>
    typeof content === "string" ? content : content.map(({ text = "" }) => text).join("\n"),
  user: message("user"),
  assistant: message("assistant"),
};

const nothing = { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0, text: 0, reasoning: 0 };
const noUsage = { inputTokens: nothing, outputTokens: nothing };
const finishReason = { unified: "stop", raw: undefined };

/** An answer that no model gave. */
const said = (text: string): GenerateResult => ({
  content: [{ type: "text", text }],
  usage: noUsage,
  finishReason,
  warnings: [],
});

const saidInParts = (text: string): readonly StreamPart[] => [
  { type: "stream-start", warnings: [] },
  { type: "text-start", id: "hooks" },
  { type: "text-delta", id: "hooks", delta: text },
  { type: "text-end", id: "hooks" },
  { type: "finish", usage: noUsage, finishReason },
];

/** A model whose requests go through hooks. */
export function hookedModel(
  model: LanguageModel,
  conversation: Conversation,
  options: StepOptions,
  toolCalls: ToolCalls,
): LanguageModel {
  const isCall = ({ type, toolCallId, providerExecuted }: Content | StreamPart): boolean =>
    type === "tool-call" && toolCallId !== undefined && !providerExecuted;

  const doGenerate = async (call: CallOptions): Promise<GenerateResult> => {
    const { abortSignal: signal } = call;
    // The application pays for the answers before a hook sent the agent back, too.
    let usage: object | undefined;
    return askModel<PromptMessage, GenerateResult>(
      conversation,
      {
        messages: call.prompt,
        format,
        send: async (prompt) => {
          const answer = await model.doGenerate({ ...call, prompt });
          usage = addNumbers(usage, answer.usage);
          return { ...answer, usage };
        },
        read: ({ content }) => {
          const calls = content.filter(isCall);
          for (const { toolCallId = "" } of calls) toolCalls.seen(toolCallId, signal);
          const texts = content.filter(({ type }) => type === "text");
          return { text: texts.map(({ text }) => text).join(""), callsTools: calls.length > 0 };
        },
        say: said,
      },
      { ...options, signal },
    );
  };

  const doStream = async (call: CallOptions) => {
    const { abortSignal: signal } = call;
    let usage: object | undefined;
    const parts = streamModel<PromptMessage, StreamPart>(
      conversation,
      {
        messages: call.prompt,
        format,
        send: async (prompt) => (await model.doStream({ ...call, prompt })).stream,
        read: (part) => {
          if (isCall(part)) toolCalls.seen(part.toolCallId ?? "", signal);
          return isCall(part) ? { kind: "tool-call" } : kindOf(part);
        },
        withEnd: (end) => {
          usage = addNumbers(usage, end.usage ?? {});
          return { ...end, usage };
        },
        say: saidInParts,
      },
      { ...options, signal },
    );
    return { stream: await begun(parts) };
  };

  return {
    specificationVersion: model.specificationVersion,
    provider: model.provider,
    modelId: model.modelId,
    get supportedUrls() {
      return model.supportedUrls;
    },
    doGenerate,
    doStream,
  };
}

function kindOf({ type, delta = "", error }: StreamPart): PartKind {
  if (type === "text-delta") return { kind: "text", text: delta };
  if (type === "finish") return { kind: "end" };
  if (type === "error") return { kind: "error", error };
  return { kind: type === "stream-start" ? "start" : "other" };
}

/** The stream, once the model has begun to answer: an error before that rejects, so that the SDK can try again. */
async function begun<Part>(parts: AsyncGenerator<Part, void, void>): Promise<ReadableStream<Part>> {
  const first = await parts.next();
  return ReadableStream.from(
    (async function* () {
      if (first.done) return;
      try {
        yield first.value;
        yield* parts;
      } finally {
        await parts.return();
      }
    })(),
  );
}
