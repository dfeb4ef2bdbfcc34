import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { brand } from "@snaphook/protocol";
import { assistantMessage, messageStream, type Said } from "./message-stream.ts";

/** A model on loopback. */
export interface MessagesServer {
  readonly url: string;
  close(): void;
}

/** What a server says instead of an answer. */
export interface Refused {
  readonly status: number;
  readonly message: string;
}

/**
 * A server that speaks the Messages API: `answer` gets the text of each request and what it is for, and returns the
 * model's message.
 */
export async function startMessagesServer(
  answer: (request: string, purpose: string) => Said | Refused | Promise<Said | Refused>,
): Promise<MessagesServer> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const purpose = String(request.headers[brand.purposeHeader]);
    const said = await answer(Buffer.concat(chunks).toString("utf8"), purpose);
    if ("status" in said) {
      const error = { type: "invalid_request_error", message: said.message };
      response.writeHead(said.status, { "content-type": "application/json" });
      return response.end(JSON.stringify({ type: "error", error }));
    }
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
