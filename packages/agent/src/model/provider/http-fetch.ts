import type { ClientRequest, IncomingMessage, OutgoingHttpHeaders } from "node:http";
import { Readable } from "node:stream";
import { HeaderMap } from "./header-map.ts";

interface HttpFetchOptions {
  /** How long a server may take to accept a connection. */
  readonly connectMs?: number;
  /** `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`, in either case. */
  readonly proxies?: Readonly<Record<string, string>> | undefined;
}

/**
 * As much of `fetch` as the provider packages use. Node's own takes 20 ms of processor time to load, which every start of the
 * command would spend before its first request, and it uses no proxy. Follows no redirect.
 */
export function createHttpFetch({
  connectMs = 10_000,
  proxies,
}: HttpFetchOptions = {}): typeof fetch {
  const connect = requests(proxies);
  return (address, init = {}) =>
    new Promise((resolve, reject) => {
      const { method = "GET", headers, body, signal } = init;
      const sent = connect(new URL(String(address)), {
        method,
        headers: { ...(headers as OutgoingHttpHeaders), "accept-encoding": "identity" },
        ...(signal && { signal }),
      });
      sent.on("response", (response) => resolve(responseOf(response)));
      // This is what the provider packages take for a failed connection, which can be retried.
      sent.on("error", (cause) =>
        reject(signal?.aborted ? signal.reason : new TypeError("fetch failed", { cause })),
      );
      limitConnecting(sent, connectMs);
      sent.end(body);
    });
}

interface Options {
  readonly method: string;
  readonly headers: OutgoingHttpHeaders;
  readonly signal?: AbortSignal;
}

/** What begins a request; connections are kept for the next one. */
function requests(proxyEnv: HttpFetchOptions["proxies"]) {
  // Not imported: an import of node:http reads all its exports, and some of them load Node's fetch.
  const http = process.getBuiltinModule("node:http");
  const https = process.getBuiltinModule("node:https");
  const options = { proxyEnv, keepAlive: true };
  const agents = proxyEnv && { http: new http.Agent(options), https: new https.Agent(options) };
  return (url: URL, more: Options): ClientRequest =>
    url.protocol === "https:"
      ? https.request(url, { ...more, ...(agents && { agent: agents.https }) })
      : http.request(url, { ...more, ...(agents && { agent: agents.http }) });
}

const responseOf = (response: IncomingMessage): Response => {
  const { statusCode: status = 0, statusMessage: statusText = "" } = response;
  const headers = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
  return {
    ok: status >= 200 && status < 300,
    status,
    statusText,
    headers: new HeaderMap(Object.fromEntries(headers)),
    body: Readable.toWeb(response),
  } as unknown as Response;
};

function limitConnecting(sent: ClientRequest, connectMs: number): void {
  sent.once("socket", (socket) => {
    if (!socket.connecting) return;
    sent.setTimeout(connectMs);
    socket.once("connect", () => sent.setTimeout(0));
  });
  sent.on("timeout", () =>
    sent.destroy(new Error(`no connection to the server within ${connectMs / 1000} s`)),
  );
}
