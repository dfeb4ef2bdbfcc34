import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
  assistantMessage,
  type ContentBlock,
  messageStream,
} from "../messages-api/message-stream.ts";

type Fields = Readonly<Record<string, unknown>>;

/** A server on loopback that answers like a model: one call, then a text. It keeps all requests. */
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
    const message = assistantMessage({ id: "msg", content: [number === 1 ? call : text] });
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end(messageStream(message));
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

const text: ContentBlock = { type: "text", text: lastWords };
const call: ContentBlock = {
  type: "tool_use",
  id: "toolu_go_on",
  name: "Bash",
  input: { command: "echo on", description: "x" },
};
