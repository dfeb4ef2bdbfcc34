import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished, type TestContext } from "vitest";

/** A request as a server got it. */
interface Received {
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface LoopbackServer {
  readonly url: string;
  readonly received: readonly Received[];
}

/** The test that uses a server. */
export type RunningTest = Pick<TestContext, "onTestFinished">;

export type Reply = (response: ServerResponse, request: Received, index: number) => void;

/** A real server on loopback that records its requests; closed when the test has finished. Tests that run at the same time pass themselves. */
export async function loopbackServer(
  reply: Reply,
  test: RunningTest = { onTestFinished },
): Promise<LoopbackServer> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = JSON.parse(Buffer.concat(chunks).toString("utf8"));
    const got = { path: request.url, headers: request.headers, body };
    reply(response, got, received.push(got) - 1);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  test.onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, received };
}

/** Answers with JSON. */
export function json(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body));
}

/** Begins a stream of events. */
export function events(response: ServerResponse): ServerResponse {
  return response.writeHead(200, { "content-type": "text/event-stream" });
}
