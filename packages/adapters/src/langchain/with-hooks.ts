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
}

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
  readonly tools?: unknown;
  readonly middleware?: readonly object[];
}

const roles: Readonly<Record<string, "system" | "user" | "assistant" | "tool">> = {
  system: "system",
  human: "user",
  ai: "assistant",
  tool: "tool",
};

/** Puts hooks into the settings of `createAgent`: the same settings, with a middleware in front of all others. */
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
    handler: (request: ModelRequest) => PromiseLike<Message>,
  ) => {
    const signal = request.runtime?.signal;
    return askModel<Message, Message>(
      conversation,
      {
        messages: request.messages,
        format,
        send: (messages) => handler({ ...request, messages }),
        read: ({ text, tool_calls = [] }) => {
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
    const run = async (used: JsonObject) =>
      handler({ ...request, toolCall: { ...request.toolCall, args: used } });
    const reply = options.ask === undefined ? await asked(call) : undefined;
    const answer = await calls.run(call, run, request.runtime?.signal, reply);
    return messageOf(answer, { tool_call_id: id, name });
  };

  /** What became of a call, as the message that the model reads. */
  function messageOf(answer: ToolAnswer<unknown>, about: { tool_call_id: string; name: string }) {
    if (answer.action === "refused")
      return new ToolMessage({ ...about, content: answer.text, status: "error" });
    if (answer.action === "failed") {
      if (isInterrupt(answer.error)) throw answer.error;
      return new ToolMessage({ ...about, content: errorText(answer.error), status: "error" });
    }
    const { output } = answer;
    // Anything but a message or a command comes from a hook.
    if (isToolMessage(output) || isCommand(output)) return output;
    const content = typeof output === "string" ? output : (JSON.stringify(output) ?? "");
    return new ToolMessage({ ...about, content });
  }

  /** Whether the user approves a call that hooks or rules ask about. `interrupt` ends the run, and the next one gets here again. */
  async function asked(call: ToolCallRequest): Promise<PermissionReply | undefined> {
    if (interrupt === undefined) return undefined;
    const decision = await calls.decide(call, "allow");
    if (decision.action !== "ask") return undefined;
    const { reasons } = decision.question;
    const reply = interrupt({ tool: call.name, input: decision.question.call.input, reasons });
    return reply as PermissionReply;
  }

  const middleware = createMiddleware({ name: "hooks", wrapModelCall, wrapToolCall });
  return { ...settings, middleware: [middleware, ...(settings.middleware ?? [])] };
}

const isToolMessage = (value: unknown): value is Message =>
  typeof value === "object" && value !== null && "type" in value && value.type === "tool";

const isCommand = (value: unknown): boolean =>
  typeof value === "object" && value !== null && "lg_name" in value;

const errorText = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** LangGraph interrupts a tool by an error. */
const isInterrupt = (error: unknown): boolean =>
  error instanceof Error && (error.name === "GraphInterrupt" || error.name === "NodeInterrupt");
