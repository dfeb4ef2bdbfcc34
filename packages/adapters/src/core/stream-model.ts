import type { Conversation, StepOptions } from "./conversation.ts";
import type { MessageFormat } from "./edits.ts";

/** What one part of a streamed answer is. */
export type PartKind =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "tool-call" }
  /** The last part of an answer; some frameworks say only here whether it calls tools. */
  | { readonly kind: "end"; readonly callsTools?: boolean }
  /** The answer failed. */
  | { readonly kind: "error"; readonly error: unknown }
  /** Something that a second answer in the same stream must not repeat. */
  | { readonly kind: "start" }
  | { readonly kind: "other" };

/** A request whose answer comes in parts. */
export interface StreamRequest<Message, Part> {
  readonly messages: readonly Message[];
  readonly format: MessageFormat<Message>;
  readonly send: (messages: readonly Message[]) => PromiseLike<AsyncIterable<Part>>;
  readonly read: (part: Part) => PartKind;
  /** Called for the end of every answer, also of those that are followed by another. */
  readonly withEnd: (end: Part) => Part;
  /** An answer that only says this. */
  readonly say: (text: string) => readonly Part[];
}

/** What an answer was, once all of its parts have come. */
interface Collected<Part> {
  readonly text: string;
  readonly callsTools: boolean;
  /** Missing if the answer is not complete: it failed or was aborted. */
  readonly end: Part | undefined;
}

/**
 * The same as `askModel`, part by part. The answers before and after a Stop hook sent the agent back are one stream:
 * only the first has a start, and only the last has an end.
 */
export async function* streamModel<Message, Part>(
  conversation: Conversation,
  request: StreamRequest<Message, Part>,
  options: StepOptions,
): AsyncGenerator<Part, void, void> {
  const { messages, format, say } = request;
  for (let isFirst = true; ; isFirst = false) {
    const step = await conversation.beforeRequest(messages, format, options);
    options.signal?.throwIfAborted();
    if (step.action === "end") return yield* say(step.text);
    const { text, callsTools, end } = yield* oneAnswer(step.messages, isFirst);
    if (end === undefined) return;
    if (callsTools) conversation.answered();
    else if (!options.signal?.aborted) {
      const finish = await conversation.finish(text, messages, options);
      if (finish.action === "send-back") continue;
    }
    return yield end;
  }

  async function* oneAnswer(
    sent: readonly Message[],
    isFirst: boolean,
  ): AsyncGenerator<Part, Collected<Part>, void> {
    let collected: Collected<Part> = { text: "", callsTools: false, end: undefined };
    try {
      for await (const part of await request.send(sent)) {
        const about = request.read(part);
        collected = collect(collected, part, about);
        const isShown = about.kind !== "end" && (isFirst || about.kind !== "start");
        if (isShown) yield part;
      }
    } catch (error) {
      conversation.fail(error, options);
      throw error;
    }
    return collected;
  }

  function collect(before: Collected<Part>, part: Part, about: PartKind): Collected<Part> {
    if (about.kind === "error") conversation.fail(about.error, options);
    return {
      text: about.kind === "text" ? before.text + about.text : before.text,
      callsTools:
        before.callsTools ||
        about.kind === "tool-call" ||
        (about.kind === "end" && about.callsTools === true),
      end: about.kind === "end" ? request.withEnd(part) : before.end,
    };
  }
}
