import type { Hooks, JsonObject, PermissionReply, ToolCallRequest } from "@snaphook/engine";
import type { AdapterOptions } from "../core/adapter-options.ts";
import { askModel } from "../core/ask-model.ts";
import type { ToolAnswer } from "../core/call-tool.ts";
import type { StepOptions } from "../core/conversation.ts";
import { conversationOf } from "../core/conversations.ts";
import type { MessageFormat } from "../core/edits.ts";
import { ToolCalls } from "../core/tool-calls.ts";
import { cannot } from "./cannot.ts";

// The parts of LangChain that the adapter uses.

interface Message {
  readonly type: string;
  readonly text: string;
  readonly content: unknown;
  readonly tool_calls?: readonly { readonly id?: string }[];
  /** What it was made with. */
  readonly lc_kwargs?: object;
}

/** What a model answers, if the application wants an object. */
interface StructuredAnswer {
  readonly structuredResponse: unknown;
}

type Answer = Message | StructuredAnswer;

interface ModelRequest {
  readonly messages: readonly Message[];
  readonly runtime?: { readonly signal?: AbortSignal };
}

interface ToolRequest {
  readonly toolCall: { readonly id?: string; readonly name: string; readonly args: JsonObject };
  readonly runtime?: { readonly signal?: AbortSignal };
}

type MessageClass = new (fields: {
  readonly content: string;
  readonly tool_call_id: string;
  readonly name?: string;
  readonly status?: "error";
}) => object;

/** What the package `langchain` exports: `import * as langchain from "langchain"`. */
export interface LangChain {
  readonly AIMessage: new (text: string) => object;
  readonly HumanMessage: new (text: string) => object;
  readonly ToolMessage: MessageClass;
  // biome-ignore lint/suspicious/noExplicitAny: its type depends on more of LangChain than the adapter knows
  readonly createMiddleware: (parts: any) => object;
}

export interface LangChainOptions extends AdapterOptions {
  readonly langchain: LangChain;
  /**
   * `interrupt` of LangGraph: asks the user about a call, in agents with a checkpointer. Resume with
   * `{ behavior: "allow" }` or `{ behavior: "deny", message }`.
   */
  readonly interrupt?: (question: unknown) => unknown;
}

/** The settings of `createAgent`, as far as hooks change them. */
export interface AgentSettings {
  readonly model?: unknown;
  readonly tools?: readonly object[];
  readonly middleware?: readonly object[];
}

const roles: Readonly<Record<string, "system" | "user" | "assistant" | "tool">> = {
  system: "system",
  human: "user",
  ai: "assistant",
  tool: "tool",
};

/**
 * Puts hooks into the settings of `createAgent`: the same settings, with one middleware before all
 * others, so that they do not get a prompt that hooks refuse, and one after them, so that hooks judge the input that
 * tools get.
 */
export function withHooks<S extends AgentSettings>(
  settings: S,
  hooks: Hooks,
  { langchain, interrupt, ...adapterOptions }: LangChainOptions,
): NoInfer<S> {
  const { AIMessage, HumanMessage, ToolMessage, createMiddleware } = langchain;
  const conversation = conversationOf(hooks);
  const options: StepOptions = {
    ...adapterOptions,
    cannot,
    response: (result) => (isToolMessage(result) ? result.content : result),
    isInterrupt,
  };
  const calls = new ToolCalls(conversation, options);

  const format: MessageFormat<Message> = {
    role: ({ type }) => roles[type] ?? "assistant",
    text: ({ text }) => text,
    user: (text) => new HumanMessage(text) as Message,
    assistant: (text) => new AIMessage(text) as Message,
  };

  const wrapModelCall = (
    request: ModelRequest,
    handler: (request: ModelRequest) => PromiseLike<Answer>,
  ) => {
    const signal = request.runtime?.signal;
    return askModel<Message, Answer>(
      conversation,
      {
        messages: request.messages,
        format,
        send: (messages) => handler({ ...request, messages }),
        read: (answer) => {
          if ("structuredResponse" in answer)
            return { text: JSON.stringify(answer.structuredResponse) ?? "", callsTools: false };
          const { text, tool_calls = [] } = answer;
          for (const { id = "" } of tool_calls) calls.seen(id, signal);
          return { text, callsTools: tool_calls.length > 0 };
        },
        say: format.assistant,
      },
      { ...options, signal },
    );
  };

  const wrapToolCall = async (
    request: ToolRequest,
    handler: (request: ToolRequest) => PromiseLike<unknown>,
  ) => {
    const { id = "", name, args } = request.toolCall;
    const call = { id, name, input: args };
    let result: unknown;
    const run = async (used: JsonObject) => {
      result = await handler({ ...request, toolCall: { ...request.toolCall, args: used } });
      return result;
    };
    const reply = await replyTo(call);
    const answer = await calls.run(call, run, request.runtime?.signal, reply);
    if (answer.action === "ran" && answer.output === result) return result;
    return messageOf(answer, { tool_call_id: id, name }, result);
  };

  /** What became of a call, as the message that the model reads. */
  function messageOf(
    answer: ToolAnswer<unknown>,
    about: { readonly tool_call_id: string; readonly name: string },
    result: unknown,
  ) {
    if (answer.action === "refused")
      return new ToolMessage({ ...about, content: answer.text, status: "error" });
    if (answer.action === "failed") {
      if (isInterrupt(answer.error) || othersGetErrors) throw answer.error;
      return new ToolMessage({ ...about, content: errorText(answer.error), status: "error" });
    }
    const { output } = answer;
    const content = typeof output === "string" ? output : (JSON.stringify(output) ?? "");
    if (!isToolMessage(result)) conversation.report("command-results", options);
    const rest = isToolMessage(result) ? result.lc_kwargs : {};
    return new ToolMessage({ ...rest, ...about, content });
  }

  /** The user's answer, if hooks or rules ask about a call. `interrupt` ends the run, and the next one gets here again. */
  async function replyTo(call: ToolCallRequest): Promise<PermissionReply> {
    if (interrupt === undefined || options.ask !== undefined) return false;
    const decision = await calls.decide(call, "allow");
    if (decision.action !== "ask") return false;
    const { reasons } = decision.question;
    const reply = interrupt({ tool: call.name, input: decision.question.call.input, reasons });
    return (reply as PermissionReply | undefined) ?? false;
  }

  const { tools = [], middleware = [] } = settings;
  // Without another middleware LangChain gives the model the error of a tool; else the error is for that middleware.
  const othersGetErrors = middleware.some((one) => "wrapToolCall" in one && one.wrapToolCall);
  if (tools.some((tool) => !("invoke" in tool))) conversation.report("foreign-tools", options);
  return {
    ...settings,
    middleware: [
      createMiddleware({ name: "model-hooks", wrapModelCall }),
      ...middleware,
      createMiddleware({ name: "tool-hooks", wrapToolCall }),
    ],
  };
}

const isToolMessage = (value: unknown): value is Message =>
  typeof value === "object" && value !== null && "type" in value && value.type === "tool";

const errorText = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** LangGraph interrupts a tool by an error, and leaves a graph by another. */
const isInterrupt = (error: unknown): boolean =>
  error instanceof Error && "is_bubble_up" in error && error.is_bubble_up === true;
