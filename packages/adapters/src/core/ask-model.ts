import type { Conversation, StepOptions } from "./conversation.ts";
import type { MessageFormat } from "./edits.ts";

/** A request to a model, as an adapter describes it. */
export interface ModelRequest<Message, Answer> {
  /** The messages of the application. */
  readonly messages: readonly Message[];
  readonly format: MessageFormat<Message>;
  readonly send: (messages: readonly Message[]) => PromiseLike<Answer>;
  /** The text of an answer, and whether it calls tools. */
  readonly read: (answer: Answer) => { readonly text: string; readonly callsTools: boolean };
  /** An answer that only says this. */
  readonly say: (text: string) => Answer;
}

/** Asks the model with what hooks add, and again as long as Stop hooks send the agent back. */
export async function askModel<Message, Answer>(
  conversation: Conversation,
  { messages, format, send, read, say }: ModelRequest<Message, Answer>,
  options: StepOptions,
): Promise<Answer> {
  for (;;) {
    const step = await conversation.beforeRequest(messages, format, options);
    options.signal?.throwIfAborted();
    if (step.action === "end") return say(step.text);
    let answer: Answer;
    try {
      answer = await send(step.messages);
    } catch (error) {
      conversation.fail(error, options);
      throw error;
    }
    const { text, callsTools } = read(answer);
    if (callsTools) {
      conversation.answered();
      return answer;
    }
    const end = await conversation.finish(text, messages, options);
    if (end.action === "finish") return answer;
  }
}
