import type { Clock } from "@snaphook/engine/internal";
import type { ConversationMessage } from "../../conversation/message.ts";
import type { ModelRequest } from "../model.ts";

/** A request with defaults for everything a test does not set. */
export const request = (more: Partial<ModelRequest> = {}): ModelRequest => ({
  purpose: "main",
  system: "Be helpful.",
  messages: [user("hello")],
  tools: [],
  signal: new AbortController().signal,
  ...more,
});

export const user = (text: string): ConversationMessage => ({
  role: "user",
  content: [{ type: "text", text }],
});

export const assistant = (text: string): ConversationMessage => ({
  role: "assistant",
  content: [{ type: "text", text }],
});

/** A clock on which waiting takes no time, and which records the durations; limits are never reached. */
export function instantClock(): Clock & { readonly waited: readonly number[] } {
  const waited: number[] = [];
  return {
    waited,
    now: () => 0,
    date: () => "2030-01-01T00:00:00.000Z",
    after(ms, callback, { idle = false } = {}) {
      if (idle) return () => {};
      waited.push(ms);
      const timer = setImmediate(callback);
      return () => clearImmediate(timer);
    },
  };
}
