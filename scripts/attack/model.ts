import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { assistantMessage, messageStream } from "../messages-api/message-stream.ts";
import type { Call } from "./group.ts";

type Fields = Readonly<Record<string, unknown>>;

/** What the model reads after a call: the result, and everything else in the same message. */
export interface Reply {
  readonly result: string;
  readonly isError: boolean;
  readonly rest: string;
}

/** The model of an attacked session: it asks for the next call, so that every call can be judged by itself. */
export interface Model {
  readonly url: string;
  close(): void;
}

/** `next` gets the reply to the last call, undefined at first, and returns the next call; undefined ends the turn. */
export async function startModel(
  next: (reply: Reply | undefined) => Promise<Call | undefined>,
): Promise<Model> {
  let calls = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { messages, tools } = JSON.parse(Buffer.concat(chunks).toString("utf8"));
    const isMain = Array.isArray(tools) && tools.length > 0;
    const call = isMain ? await next(calls === 0 ? undefined : replyIn(messages)) : undefined;
    if (isMain) calls += 1;
    const content = call
      ? ([{ type: "tool_use", id: `t${calls}`, name: call.tool, input: call.input }] as const)
      : ([{ type: "text", text: "done" }] as const);
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end(messageStream(assistantMessage({ id: `m${calls}`, content })));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
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
