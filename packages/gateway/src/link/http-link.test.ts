import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished, vi } from "vitest";
import { httpLink } from "./http-link.ts";

type Handler = (request: IncomingMessage, response: ServerResponse, body: string) => void;

/** A server on the loopback, and a link to it. */
async function linked(handler: Handler) {
  const requests: { method: string; headers: IncomingMessage["headers"]; body: string }[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    requests.push({ method: request.method ?? "", headers: request.headers, body });
    handler(request, response, body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const lines: string[] = [];
  const reports: string[] = [];
  const link = httpLink({
    url: new URL(`http://127.0.0.1:${port}/mcp`),
    headers: { authorization: "Bearer x" },
    fetch,
    onLine: (line) => void lines.push(line.toString("utf8")),
    report: (text) => void reports.push(text),
  });
  onTestFinished(async () => {
    await link.end();
    server.closeAllConnections();
    server.close();
  });
  return { link, lines, reports, requests };
}

const request = (id: number, method = "tools/call") =>
  `{"jsonrpc":"2.0","id":${id},"method":"${method}"}`;
const stream = (response: ServerResponse) =>
  response.writeHead(200, { "content-type": "text/event-stream" });

it("sends each message as it is, with the session and the version; the answer becomes one line", async () => {
  const { link, lines, requests } = await linked((_request, response, body) => {
    if (body === "") return void response.writeHead(405).end();
    if (!body.includes('"id"')) return void response.writeHead(202).end();
    response.writeHead(200, { "content-type": "application/json", "mcp-session-id": "s1" });
    response.end('{\n  "id": 1,\r\n  "result": {"a":"\\n"}\n}');
  });
  await link.send(request(1, "initialize"));
  await vi.waitFor(() => expect(lines).toEqual(['{   "id": 1,   "result": {"a":"\\n"} }']));
  link.agreed?.("2025-06-18");
  await link.send('{"jsonrpc":"2.0","method":"notifications/initialized"}');
  await vi.waitFor(() => expect(requests.map(({ method }) => method)).toContain("GET"));
  await link.end();
  expect(requests.map(({ method }) => method)).toEqual(["POST", "POST", "GET", "DELETE"]);
  expect(requests[0]?.body).toBe(request(1, "initialize"));
  expect(requests[0]?.headers).toMatchObject({ authorization: "Bearer x" });
  for (const { headers } of requests.slice(1))
    expect(headers).toMatchObject({ "mcp-session-id": "s1", "mcp-protocol-version": "2025-06-18" });
  expect(await link.ended).toMatchObject({ exitCode: 0 });
});

it("a stream that breaks before the answer is continued after its last event", async () => {
  const { link, lines, requests } = await linked(({ headers }, response, body) => {
    stream(response);
    if (body !== "") {
      response.write('retry: 5\nid: e1\ndata: {"method":"notifications/progress"}\n\n');
      setTimeout(() => response.destroy(), 20);
    } else if (headers["last-event-id"] === "e1") response.end("id: e2\ndata:\n\n");
    else response.end('id: e3\ndata: {"id":1,"result":{}}\n\n');
  });
  await link.send(request(1));
  await vi.waitFor(() =>
    expect(lines).toEqual(['{"method":"notifications/progress"}', '{"id":1,"result":{}}']),
  );
  expect(requests.map(({ headers }) => headers["last-event-id"])).toEqual([undefined, "e1", "e2"]);
});

it.each([
  [401, "", /HTTP 401; it needs a sign-in or a token/],
  [500, "broken", /HTTP 500 broken/],
  [200, "", /answered a request with nothing/],
])("HTTP %i: the request gets an error that says so", async (status, body, message) => {
  const { link, lines } = await linked((_request, response) => {
    response.writeHead(status, { "content-type": "application/json" }).end(body);
  });
  await link.send(request(12));
  await vi.waitFor(() => expect(lines).toHaveLength(1));
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({
    id: 12,
    error: { code: -32000, message: expect.stringMatching(message) },
  });
});

it("a stream without ids that ends early, and a server that is gone, are errors", async () => {
  const { link, lines } = await linked((_request, response) => void stream(response).end());
  await link.send(request(1));
  await vi.waitFor(() => expect(lines.join()).toContain("ended before the answer"));
  const gone = httpLink({
    url: new URL("http://127.0.0.1:9/"),
    headers: {},
    fetch,
    onLine: (line) => void lines.push(line.toString("utf8")),
    report: () => {},
  });
  await gone.send(request(2));
  await vi.waitFor(() => expect(lines[1]).toMatch(/"id":2,.*(nothing answers at|could not be)/));
});

it("messages of the server itself arrive, and the next request does not wait for the last answer", async () => {
  const { link, lines } = await linked(({ method }, response, body) => {
    if (method === "GET") return void stream(response).write('data: {"method":"ping","id":9}\n\n');
    if (body.includes('"id":1')) return; // never answers
    if (body.includes('"id":2')) return void response.end('{"id":2,"result":{}}');
    response.writeHead(202).end();
  });
  await link.send('{"jsonrpc":"2.0","method":"notifications/initialized"}');
  await vi.waitFor(() => expect(lines).toEqual(['{"method":"ping","id":9}']));
  await link.send(request(1));
  await link.send(request(2));
  await vi.waitFor(() => expect(lines[1]).toBe('{"id":2,"result":{}}'));
});

it.each([
  ["text/html", "<h1>Sign in</h1>", "something else (text/html)"],
  ["application/json", '{"jsonrpc":"2.0","id":2,"result":{}}', "something else (application/json)"],
  ["application/json", "", "nothing"],
])(
  "a body that is not the answer (%s %s): the request gets an error",
  async (type, body, found) => {
    const { link, lines } = await linked((_request, response) => {
      response.writeHead(200, { "content-type": type }).end(body);
    });
    await link.send(request(1));
    await vi.waitFor(() =>
      expect(JSON.parse(lines.at(-1) ?? "{}")).toMatchObject({
        id: 1,
        error: { message: `the server answered a request with ${found} (HTTP 200)` },
      }),
    );
  },
);
