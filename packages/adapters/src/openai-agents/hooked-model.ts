import { addNumbers } from "../core/add-numbers.ts";
import { askModel } from "../core/ask-model.ts";
import type { Conversation, StepOptions } from "../core/conversation.ts";
import type { MessageFormat } from "../core/edits.ts";
import { type PartKind, streamModel } from "../core/stream-model.ts";
import type { ToolCalls } from "../core/tool-calls.ts";

// The parts of the SDK's interface of models that the adapter uses.

interface Item {
  readonly type?: string;
  readonly role?: "system" | "user" | "assistant";
  readonly content?: string | readonly { readonly type: string; readonly text?: string }[];
  readonly callId?: string;
  readonly status?: string;
}

interface Request {
  readonly input: string | readonly Item[];
  readonly signal?: AbortSignal;
}

interface Response {
  readonly output: readonly Item[];
  readonly usage: object;
}

interface StreamEvent {
  readonly type: string;
  readonly delta?: string;
  readonly response?: Response & { readonly id: string };
}

export interface Model {
  getResponse(request: Request): Promise<Response>;
  getStreamedResponse(request: Request): AsyncIterable<StreamEvent>;
}

/** Calls that the SDK runs, and whose results it sends. Hosted tools have run when the answer comes. */
const localCalls = new Set(["function_call", "computer_call", "shell_call", "apply_patch_call"]);

const textOf = ({ content = "" }: Item): string =>
  typeof content === "string" ? content : content.map(({ text = "" }) => text).join("\n");

const assistant = (text: string): Item => ({
  type: "message",
  role: "assistant",
  status: "completed",
  content: [{ type: "output_text", text }],
});

const format: MessageFormat<Item> = {
  role: ({ role, type = "" }) => role ?? (type.endsWith("_result") ? "tool" : "assistant"),
  text: textOf,
  user: (content) => ({ type: "message", role: "user", content }),
  assistant,
};

const noUsage = { requests: 0, inputTokens: 0, outputTokens: 0, totalTokens: 0 };
const said = (text: string) => ({ id: "hooks", output: [assistant(text)], usage: noUsage });

/** The model, if it is an object. */
export function checkedModel(model: unknown): Model {
  if (typeof model === "object" && model !== null && "getResponse" in model) return model as Model;
  const found = typeof model === "string" ? `the name "${model}"` : "none";
  throw new TypeError(
    `withHooks needs a model object, such as await new OpenAIProvider().getModel("gpt-5.2"), and got ${found}`,
  );
}

/** A model whose requests go through hooks. */
export function hookedModel(
  model: Model,
  conversation: Conversation,
  options: StepOptions,
  toolCalls: ToolCalls,
): Model {
  const itemsOf = ({ input }: Request): readonly Item[] =>
    typeof input === "string" ? [format.user(input)] : input;

  const read = ({ output }: Response, signal: AbortSignal | undefined) => {
    const calls = output.filter(({ type }) => type === "function_call");
    for (const { callId = "" } of calls) toolCalls.seen(callId, signal);
    const texts = output.filter(({ role }) => role === "assistant").map(textOf);
    return {
      text: texts.join("\n"),
      // The SDK asks again after an answer without a text.
      callsTools: texts.length === 0 || output.some(({ type = "" }) => localCalls.has(type)),
    };
  };

  const getResponse = (request: Request): Promise<Response> => {
    const { signal } = request;
    let usage: object | undefined;
    return askModel<Item, Response>(
      conversation,
      {
        messages: itemsOf(request),
        format,
        send: async (input) => {
          const answer = await model.getResponse({ ...request, input });
          usage = addNumbers(usage, answer.usage);
          return usage === answer.usage ? answer : { ...answer, usage };
        },
        read: (answer) => read(answer, signal),
        say: said,
      },
      { ...options, signal },
    );
  };

  const getStreamedResponse = (request: Request): AsyncIterable<StreamEvent> => {
    const { signal } = request;
    let usage: object | undefined;
    const kindOf = ({ type, delta = "", response }: StreamEvent): PartKind => {
      if (type === "output_text_delta") return { kind: "text", text: delta };
      if (type === "response_started") return { kind: "start" };
      if (response === undefined) return { kind: "other" };
      return { kind: "end", callsTools: read(response, signal).callsTools };
    };
    return streamModel<Item, StreamEvent>(
      conversation,
      {
        messages: itemsOf(request),
        format,
        send: async (input) => model.getStreamedResponse({ ...request, input }),
        read: kindOf,
        withEnd: ({ response, ...end }) => {
          if (response === undefined) return end;
          usage = addNumbers(usage, response.usage);
          return { ...end, response: { ...response, usage } };
        },
        say: (text) => [
          { type: "response_started" },
          { type: "output_text_delta", delta: text },
          { type: "response_done", response: said(text) },
        ],
      },
      { ...options, signal },
    );
  };

  return Object.assign(Object.create(model), { getResponse, getStreamedResponse });
}
