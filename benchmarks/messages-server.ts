import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import {
  assistantMessage,
  type ContentBlock,
  messageStream,
} from "../scripts/messages-api/message-stream.ts";

/** A server with as much of the Messages API as an agent needs. */
export interface MessagesServer {
  readonly address: string;
  /** Starts a new conversation: this many tool calls, then a text. Reports each request when it arrives. */
  begin(calls: number, onRequest: () => void): void;
  close(): Promise<void>;
}

/** Answers at once: the requested number of `echo` calls with the Bash tool, then a text. */
export async function messagesServer(): Promise<MessagesServer> {
  let calls = 0;
  let number = 0;
  let tell = () => {};
  const server = createServer((request, response) => {
    // Side requests of the agent would be counted as turns, so a benchmark must not have any.
    if (!request.url?.startsWith("/v1/messages")) return void response.writeHead(404).end();
    tell();
    number += 1;
    drained(request, () =>
      answer(response, number, number <= calls ? call(number) : { type: "text", text: "done" }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    begin(count, onRequest) {
      calls = count;
      number = 0;
      tell = onRequest;
    },
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}

const call = (number: number): ContentBlock => ({
  type: "tool_use",
  id: `toolu_${number}`,
  name: "Bash",
  input: { command: "echo done" },
});

function drained(request: IncomingMessage, then: () => void): void {
  request.on("end", then).resume();
}

function answer(response: ServerResponse, number: number, block: ContentBlock): void {
  const message = assistantMessage({ id: `msg_${number}`, content: [block] });
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.end(messageStream(message));
}
