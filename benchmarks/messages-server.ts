import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A server that speaks as much of the Messages API as an agent needs. */
export interface MessagesServer {
  readonly address: string;
  /** Starts the conversation anew: so many tool calls, then a text. Tells of each request as it comes in. */
  begin(calls: number, onRequest: () => void): void;
  close(): Promise<void>;
}

type Block =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "tool_use"; readonly id: string; readonly input: object };

/** Answers at once: `echo` through the Bash tool as often as wanted, then a text. */
export async function messagesServer(): Promise<MessagesServer> {
  let calls = 0;
  let number = 0;
  let tell = () => {};
  const server = createServer((request, response) => {
    // The agent's own side questions would be counted as turns; a benchmark that has some is wrong.
    if (!request.url?.startsWith("/v1/messages")) return void response.writeHead(404).end();
    tell();
    number += 1;
    drained(request, () =>
      answer(
        response,
        number,
        number <= calls
          ? { type: "tool_use", id: `toolu_${number}`, input: { command: "echo done" } }
          : { type: "text", text: "done" },
      ),
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

function drained(request: IncomingMessage, then: () => void): void {
  request.on("end", then).resume();
}

function answer(response: ServerResponse, number: number, block: Block): void {
  const usage = { input_tokens: 10, output_tokens: 5 };
  const isCall = block.type === "tool_use";
  const message = { id: `msg_${number}`, type: "message", role: "assistant", model: "m", usage };
  const events: readonly (readonly [type: string, data: object])[] = [
    ["message_start", { message: { ...message, content: [], stop_reason: null } }],
    [
      "content_block_start",
      {
        index: 0,
        content_block: isCall
          ? { type: "tool_use", id: block.id, name: "Bash", input: {} }
          : { type: "text", text: "" },
      },
    ],
    [
      "content_block_delta",
      {
        index: 0,
        delta: isCall
          ? { type: "input_json_delta", partial_json: JSON.stringify(block.input) }
          : { type: "text_delta", text: block.text },
      },
    ],
    ["content_block_stop", { index: 0 }],
    [
      "message_delta",
      { delta: { stop_reason: isCall ? "tool_use" : "end_turn", stop_sequence: null }, usage },
    ],
    ["message_stop", {}],
  ];
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const [type, data] of events)
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
  response.end();
}
