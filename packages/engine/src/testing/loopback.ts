import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { onTestFinished } from "vitest";

/** A request as the server got it. */
export interface Received {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A real server on loopback, gone when the test has finished. */
export async function loopback(
  answer: (response: ServerResponse, request: Received) => void,
): Promise<{
  readonly url: string;
  readonly port: number;
  readonly received: readonly Received[];
  /** Settles when a connection was closed. */
  readonly closed: Promise<void>;
}> {
  const received: Received[] = [];
  const closed = Promise.withResolvers<void>();
  const sockets = new Set<Socket>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method, url: path, headers } = request;
    const got = { method, path, headers, body: Buffer.concat(chunks).toString("utf8") };
    received.push(got);
    answer(response, got);
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => closed.resolve());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/hook`, port, received, closed: closed.promise };
}
