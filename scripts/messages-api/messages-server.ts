import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { assistantMessage, messageStream, type Said } from "./message-stream.ts";

/** A model on loopback. */
export interface MessagesServer {
  readonly url: string;
  close(): void;
}

/** A server that speaks the Messages API: `answer` gets the text of each request and returns the model's message. */
export async function startMessagesServer(
  answer: (request: string) => Said | Promise<Said>,
): Promise<MessagesServer> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const said = await answer(Buffer.concat(chunks).toString("utf8"));
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end(messageStream(assistantMessage(said)));
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
