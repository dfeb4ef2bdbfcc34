import type { Hooks, ToolCallRequest } from "@snaphook/engine";
import type { AdapterOptions } from "../core/adapter-options.ts";
import { askModel } from "../core/ask-model.ts";
import { conversationOf } from "../core/conversations.ts";
import type { MessageFormat } from "../core/edits.ts";
import { cannot } from "./cannot.ts";

/** A message of a conversation; it may have other fields. */
export interface PlainMessage {
  readonly role: "system" | "user" | "assistant" | "tool";
  readonly content: string;
}

/** An answer of a model; it may have other fields. */
export interface PlainAnswer {
  readonly text: string;
  readonly calls?: readonly ToolCallRequest[];
}

/** A model as a function. */
export type PlainModel<Message extends PlainMessage = PlainMessage> = (
  messages: readonly (Message | PlainMessage)[],
  options?: { readonly signal?: AbortSignal },
) => Promise<PlainAnswer>;

const format: MessageFormat<PlainMessage> = {
  role: ({ role }) => role,
  text: ({ content }) => content,
  user: (content) => ({ role: "user", content }),
  assistant: (content) => ({ role: "assistant", content }),
};

/**
 * Puts a model behind hooks: SessionStart before its first request, UserPromptSubmit when the last message is from the
 * user, context of hooks with every request, Stop when it answers without calls.
 */
export function modelWithHooks<Message extends PlainMessage>(
  model: PlainModel<Message>,
  hooks: Hooks,
  options: AdapterOptions = {},
): PlainModel<Message> {
  const conversation = conversationOf(hooks);
  return (messages, { signal } = {}) =>
    askModel<Message | PlainMessage, PlainAnswer>(
      conversation,
      {
        messages,
        format,
        send: (edited) => model(edited, signal && { signal }),
        read: ({ text, calls = [] }) => ({ text, callsTools: calls.length > 0 }),
        say: (text) => ({ text }),
      },
      { ...options, cannot, signal },
    );
}
