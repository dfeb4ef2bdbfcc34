import type { ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** How a server fails; the path of a request is the name of the fault. */
const answers: Readonly<Record<string, (response: ServerResponse) => void>> = {
  "/status-500": (response) => void response.writeHead(500).end("internal error"),
  "/html": (response) =>
    void response.writeHead(200, { "content-type": "text/html" }).end("<html>Please log in</html>"),
  "/redirect": (response) => void response.writeHead(302, { location: "/elsewhere" }).end(),
  "/elsewhere": (response) => void response.writeHead(200).end("{}"),
  "/huge": (response) => void response.writeHead(200).end(`{"reason":"${"x".repeat(2_000_000)}"}`),
  "/cut-off": (response) => {
    response.writeHead(200, { "content-length": "1000" }).write('{"reason":"');
    response.destroy();
  },
  "/wrong-answer": (response) => void response.writeHead(200).end('{"decision":"refuse"}'),
  // No answer at all.
  "/slow": () => {},
};

/** A server on this machine that answers as broken servers do. */
export interface FaultyServer {
  url(fault: string): string;
  close(): Promise<void>;
}

export async function openFaultyServer(): Promise<FaultyServer> {
  // Loaded here: it loads all of `fetch`, which would slow down the start of every other command.
  const { createServer } = await import("node:http");
  const server = createServer((request, response) => {
    request.resume();
    request.on("end", () => answers[request.url ?? ""]?.(response));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: (fault) => `http://127.0.0.1:${port}/${fault}`,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
