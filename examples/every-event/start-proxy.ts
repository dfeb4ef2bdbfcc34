import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** A proxy on loopback that answers every request for a page itself; returns its address. */
export async function startProxy(page: string): Promise<string> {
  const server = createServer();
  server.on("connect", (_request, socket) => {
    socket.write("HTTP/1.1 200 OK\r\n\r\n");
    socket.on("error", () => {});
    socket.once("data", () => {
      const head = `content-type: text/plain\r\ncontent-length: ${page.length}\r\nconnection: close`;
      socket.end(`HTTP/1.1 200 OK\r\n${head}\r\n\r\n${page}`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
