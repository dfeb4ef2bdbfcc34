import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

type Fields = Readonly<Record<string, unknown>>;

/** A server on loopback that answers as a model would: one call, then a text; and keeps what it was asked. */
export interface Provider {
  readonly url: string;
  /** The messages of every request. */
  readonly asked: readonly (readonly Fields[])[];
  close(): void;
}

export async function startProvider(): Promise<Provider> {
  const asked: (readonly Fields[])[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { messages } = JSON.parse(Buffer.concat(chunks).toString("utf8"));
    const number = asked.push(messages);
    answer(response, number === 1 ? call : text);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** What the continued session ends with. */
export const lastWords = "It goes on.";

const text = {
  block: { type: "text", text: "" },
  delta: { type: "text_delta", text: lastWords },
  stop_reason: "end_turn",
};

const call = {
  block: { type: "tool_use", id: "toolu_go_on", name: "Bash", input: {} },
  delta: { type: "input_json_delta", partial_json: '{"command":"echo on","description":"x"}' },
  stop_reason: "tool_use",
};

function answer(
  response: ServerResponse,
  { block, delta, stop_reason }: typeof text | typeof call,
) {
  const usage = { input_tokens: 1, output_tokens: 1 };
  const message = { id: "msg", type: "message", role: "assistant", model: "m", usage, content: [] };
  const events: readonly Fields[] = [
    { type: "message_start", message },
    { type: "content_block_start", index: 0, content_block: block },
    { type: "content_block_delta", index: 0, delta },
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage },
    { type: "message_stop" },
  ];
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const event of events)
    response.write(`event: ${event["type"]}\ndata: ${JSON.stringify(event)}\n\n`);
  response.end();
}
