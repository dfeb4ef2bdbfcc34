import { lookup as systemLookup } from "node:dns";
import {
  type ClientRequest,
  createServer,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import { connect, isIP, type LookupFunction, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { tunnelTo } from "@snaphook/engine/internal";
import type { Environment } from "../../environment.ts";
import { errorText } from "../../error-text.ts";
import type { Lookup } from "../../tools/web/guarded-lookup.ts";
import { canonicalHost, type HostLists, whyNotAddress, whyNotHost } from "./host-rules.ts";

export interface FilteringProxyOptions {
  /** Asked for every connection. */
  lists(): HostLists;
  /** The variables that name the user's own proxy. */
  readonly env: Environment;
  readonly lookup?: Lookup;
  /** A connection was refused; `text` says which and why. */
  onRefused(text: string): void;
}

export interface FilteringProxy {
  close(): void;
}

/** The rules do not let a connection pass; every other error means that the server was not reached. */
class Refusal extends Error {}

/** How long a server may take to accept a connection. */
const connectMs = 60_000;

/**
 * An HTTP proxy on a Unix socket that connects only to the hosts that the settings list. Names are resolved here, and
 * the address that was checked is the one that is used.
 */
export async function openFilteringProxy(
  socketFile: string,
  options: FilteringProxyOptions,
): Promise<FilteringProxy> {
  const open = new Set<Socket>();
  const server = createServer((request, response) => {
    forward(request, response, options).catch((error) => {
      const { status, reason, text } = answerTo(error);
      response.writeHead(status, reason, { "content-type": "text/plain", connection: "close" });
      response.end(text);
    });
  });
  server.on("connect", (request: IncomingMessage, client: Duplex, head: Buffer) => {
    client.on("error", () => client.destroy());
    tunnel(request.url ?? "", client, head, options).catch((error) => {
      const { status, reason, text } = answerTo(error);
      client.end(
        `HTTP/1.1 ${status} ${reason}\r\ncontent-type: text/plain\r\ncontent-length: ${Buffer.byteLength(text)}\r\nconnection: close\r\n\r\n${text}`,
      );
    });
  });
  server.on("connection", (socket) => {
    open.add(socket);
    socket.unref();
    socket.on("close", () => open.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.on("error", reject);
    server.listen(socketFile, resolve);
  });
  server.unref();
  return {
    close() {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}

/** What the client gets; some show the reason only, some the text. */
function answerTo(error: unknown) {
  const text = `${errorText(error)}\n`;
  return error instanceof Refusal
    ? { status: 403, reason: "Refused by sandbox.network", text }
    : { status: 502, reason: "Server not reached", text };
}

/** `CONNECT host:port`: bytes in both directions, such as those of TLS. */
async function tunnel(
  target: string,
  client: Duplex,
  head: Buffer,
  options: FilteringProxyOptions,
): Promise<void> {
  const server = await connectTo(URL.parse(`https://${target}`), options);
  server.on("error", () => client.destroy());
  server.on("close", () => client.destroy());
  client.on("close", () => server.destroy());
  client.write("HTTP/1.1 200 Connection established\r\n\r\n");
  server.write(head);
  client.pipe(server).pipe(client);
}

/** `GET http://name.example/path`: one request, to the host of its address, whatever its `host` header says. */
async function forward(
  request: IncomingMessage,
  response: ServerResponse,
  options: FilteringProxyOptions,
): Promise<void> {
  const url = URL.parse(request.url ?? "");
  if (url === null || url.protocol !== "http:")
    throw new Error("The proxy of the sandbox needs a whole http address, or CONNECT.");
  const socket = await connectTo(url, options);
  response.on("close", () => socket.destroy());
  await new Promise<void>((resolve, reject) => {
    const onward: ClientRequest = httpRequest({
      method: request.method,
      path: `${url.pathname}${url.search}`,
      headers: { ...endToEnd(request.headers), host: url.host, connection: "close" },
      // With an agent, even a new one, the connection would be made by the agent.
      agent: undefined,
      createConnection: () => socket,
    });
    onward.on("error", (error) => (response.headersSent ? response.destroy() : reject(error)));
    onward.on("response", (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.statusMessage, endToEnd(answer.headers));
      answer.on("error", () => response.destroy());
      answer.pipe(response);
      resolve();
    });
    request.pipe(onward);
  });
}

const hopByHop = new Set(
  "connection keep-alive proxy-authenticate proxy-authorization proxy-connection te trailer transfer-encoding upgrade".split(
    " ",
  ),
);

const endToEnd = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !hopByHop.has(name)));

/** Connects if the rules allow it, through the user's proxy if there is one. */
async function connectTo(url: URL | null, options: FilteringProxyOptions): Promise<Socket> {
  const host = canonicalHost(url?.hostname.replace(/^\[|\]$/g, "") ?? "");
  if (url === null || host === undefined || url.username || url.password)
    throw new Error("The proxy of the sandbox was asked for an address that is not valid.");
  const port = url.port || (url.protocol === "https:" ? "443" : "80");
  const shown = `${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
  const refusal = (why: string): Refusal => {
    const text = `The sandbox refused a connection to ${shown}: ${why}.`;
    options.onRefused(text);
    return new Refusal(text);
  };
  const why = whyNotHost(host, options.lists());
  if (why !== undefined) throw refusal(why);
  const lookup = checkedLookup(host, options, refusal);
  const signal = AbortSignal.timeout(connectMs);
  url.hostname = isIP(host) === 6 ? `[${host}]` : host;
  try {
    const tunnelled = await tunnelTo(url, { env: options.env, lookup, signal });
    return tunnelled ?? (await connected(connect({ host, port: Number(port), lookup }), signal));
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Error(`${shown} could not be reached: ${errorText(error)}`);
  }
}

/** Resolves a name and refuses it if one of its addresses is not allowed. */
const checkedLookup =
  (
    host: string,
    { lists, lookup = systemLookup }: FilteringProxyOptions,
    refusal: (why: string) => Refusal,
  ): LookupFunction =>
  (name, options, callback) =>
    lookup(name, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, "", 0);
      const whys = addresses.map(({ address }) => whyNotAddress(address, host, lists()));
      const why = whys.find((one) => one !== undefined);
      if (why !== undefined) return callback(refusal(why), "", 0);
      if (options.all) return callback(null, addresses);
      return callback(null, addresses[0]?.address ?? "", addresses[0]?.family ?? 4);
    });

function connected(socket: Socket, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const giveUp = () => socket.destroy(new Error("it does not answer"));
    signal.addEventListener("abort", giveUp, { once: true });
    socket.once("error", reject);
    socket.once("connect", () => {
      signal.removeEventListener("abort", giveUp);
      resolve(socket);
    });
  });
}
