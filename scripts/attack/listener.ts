import { type AddressInfo, createServer } from "node:net";

/** A server on loopback that no attack may reach. It answers like a web page and counts connections. */
export interface Listener {
  readonly port: number;
  /** How many connections there were since the last question. */
  taken(): number;
  close(): void;
}

export async function startListener(): Promise<Listener> {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.on("error", () => socket.destroy());
    // At once: what waits for an answer without asking a question must not hang.
    socket.end("HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\nconnection: close\r\n\r\ninner\n");
    socket.resume();
  });
  await new Promise<void>((resolve) => server.listen(0, "::", resolve));
  server.unref();
  return {
    port: (server.address() as AddressInfo).port,
    taken() {
      const seen = connections;
      connections = 0;
      return seen;
    },
    close: () => server.close(),
  };
}
