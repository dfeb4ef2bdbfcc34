import type { ContentBlock } from "../messages-api/message-stream.ts";
import { type MessagesServer, startMessagesServer } from "../messages-api/messages-server.ts";
import type { Call } from "./group.ts";

type Fields = Readonly<Record<string, unknown>>;

/** What the model reads after a call: the result, and everything else in the same message. */
export interface Reply {
  readonly result: string;
  readonly isError: boolean;
  readonly rest: string;
}

/**
 * The model of an attacked session: it asks for the next call, so that every call can be judged by itself.
 * `next` gets the reply to the last call, undefined at first, and returns the next call; undefined ends the turn.
 */
export function startModel(
  says: string,
  next: (reply: Reply | undefined) => Promise<Call | undefined>,
): Promise<MessagesServer> {
  let calls = 0;
  return startMessagesServer(async (request) => {
    const { messages, tools } = JSON.parse(request);
    const isMain = Array.isArray(tools) && tools.length > 0;
    const call = isMain ? await next(calls === 0 ? undefined : replyIn(messages)) : undefined;
    if (isMain) calls += 1;
    const block: ContentBlock = call
      ? { type: "tool_use", id: `t${calls}`, name: call.tool, input: call.input }
      : { type: "text", text: says };
    return { id: `m${calls}`, content: [block] };
  });
}

function replyIn(messages: readonly Fields[]): Reply {
  const content = messages.at(-1)?.["content"];
  const blocks: readonly Fields[] = Array.isArray(content)
    ? content
    : [{ type: "text", text: content }];
  const result = blocks.find(({ type }) => type === "tool_result");
  const rest = blocks.filter((block) => block !== result).map(({ text }) => String(text));
  return {
    result: textOf(result?.["content"]),
    isError: result?.["is_error"] === true,
    rest: rest.join("\n"),
  };
}

const textOf = (content: unknown): string =>
  Array.isArray(content) ? content.map(({ text }) => String(text)).join("\n") : String(content);
