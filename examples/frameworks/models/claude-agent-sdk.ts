import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { ModelAnswer } from "./model-answer.ts";

/**
 * The scripted model as a server on loopback, which speaks as much of the Messages API as the executable needs.
 * `prefix`: what the executable puts before the names of the tools.
 */
export async function startServer(model: (read: string) => Promise<ModelAnswer>, prefix: string) {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { messages } = JSON.parse(Buffer.concat(chunks).toString("utf8"));
    const events = eventsOf(await model(JSON.stringify(messages)), prefix);
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const event of events)
      response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

function eventsOf({ text, calls }: ModelAnswer, prefix: string) {
  const message = { id: "msg_1", type: "message", role: "assistant", model: "m", content: [] };
  const usage = { input_tokens: 1, output_tokens: 1 };
  const texts = text === "" ? [] : [{ type: "text", text }];
  const uses = calls.map(({ id, name, input }) => ({
    type: "tool_use",
    id,
    name: `${prefix}${name}`,
    input,
  }));
  const blocks = [...texts, ...uses].flatMap((block, index) => [
    {
      type: "content_block_start",
      index,
      content_block: "text" in block ? { ...block, text: "" } : { ...block, input: {} },
    },
    {
      type: "content_block_delta",
      index,
      delta:
        "text" in block
          ? { type: "text_delta", text: block.text }
          : { type: "input_json_delta", partial_json: JSON.stringify(block.input) },
    },
    { type: "content_block_stop", index },
  ]);
  const stop_reason = uses.length > 0 ? "tool_use" : "end_turn";
  return [
    { type: "message_start", message: { ...message, stop_reason: null, usage } },
    ...blocks,
    { type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage },
    { type: "message_stop" },
  ];
}
