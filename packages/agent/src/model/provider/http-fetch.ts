import type { ClientRequest, IncomingMessage, OutgoingHttpHeaders } from "node:http";
import { Readable } from "node:stream";
import { HeaderMap } from "./header-map.ts";

/** How long a server may take to accept a connection, and how long it may send nothing. */
interface Limits {
  readonly connectMs: number;
  readonly silenceMs: number;
}

/**
 * As much of `fetch` as the provider packages use. Node's own takes 20 ms of processor time to load, which every start of the
 * command would spend before its first request. Follows no redirect.
 */
export const createHttpFetch =
  (limits: Limits = { connectMs: 10_000, silenceMs: 300_000 }): typeof fetch =>
  (address, init = {}) =>
    new Promise((resolve, reject) => {
      const { method = "GET", headers, body, signal } = init;
      const sent = requestTo(new URL(String(address)), {
        method,
        headers: { ...(headers as OutgoingHttpHeaders), "accept-encoding": "identity" },
        ...(signal && { signal }),
      });
      sent.on("response", (response) => resolve(responseOf(response)));
      // This is what the provider packages take for a failed connection, which can be retried.
      sent.on("error", (cause) =>
        reject(signal?.aborted ? signal.reason : new TypeError("fetch failed", { cause })),
      );
      limitSilence(sent, limits);
      sent.end(body);
    });

interface Options {
  readonly method: string;
  readonly headers: OutgoingHttpHeaders;
  readonly signal?: AbortSignal;
}

/** Not imported: an import of node:http reads all its exports, and some of them load Node's fetch. */
const requestTo = (url: URL, options: Options): ClientRequest =>
  url.protocol === "https:"
    ? process.getBuiltinModule("node:https").request(url, options)
    : process.getBuiltinModule("node:http").request(url, options);

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

function limitSilence(sent: ClientRequest, { connectMs, silenceMs }: Limits): void {
  sent.once("socket", (socket) => {
    sent.setTimeout(socket.connecting ? connectMs : silenceMs);
    if (socket.connecting) socket.once("connect", () => sent.setTimeout(silenceMs));
  });
  sent.on("timeout", () =>
    sent.destroy(
      new Error(
        sent.socket?.connecting
          ? `no connection to the server within ${connectMs / 1000} s`
          : `nothing arrived from the server within ${silenceMs / 1000} s`,
      ),
    ),
  );
}
