import { lookup as systemLookup } from "node:dns";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import type { LookupFunction } from "node:net";
import { isLinkLocal } from "./link-local.ts";
import { proxied } from "./proxy.ts";

interface PostRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
  /** Bytes of the answer to keep. */
  readonly maxBytes: number;
}

interface PostResponse {
  readonly status: number;
  readonly body: Buffer;
  /** Bytes that arrived; more than in `body` if the answer was too long. */
  readonly bytes: number;
}

/** Sends a POST and follows no redirects. */
export type HttpPost = (request: PostRequest) => Promise<PostResponse>;

/** Resolves a name to all its addresses. */
export type Lookup = (
  hostname: string,
  options: { readonly all: true },
  callback: (
    error: NodeJS.ErrnoException | null,
    addresses: { readonly address: string; readonly family: number }[],
  ) => void,
) => void;

/**
 * H4: link-local addresses, where clouds serve credentials, are never
 * contacted. The check is on the address that is connected to, so a name that
 * resolves to one, now or a moment later, does not help.
 *
 * Every request has a new connection: a kept one may be closed by the server at
 * any moment, and a guard must not fail by chance. It bypasses the host's own agents. A proxy that the variables of the
 * host name gets a request for a tunnel to the address that was checked.
 */
export function httpPost(
  lookup: Lookup = systemLookup,
  env: Readonly<Record<string, string | undefined>> = process.env,
): HttpPost {
  return async ({ url, headers, body, signal, maxBytes }) => {
    const host = url.hostname.replace(/^\[|\]$/g, "");
    if (isLinkLocal(host)) throw forbidden(host);
    const connection = await proxied(url, { env, lookup: guarded(lookup), signal });
    const start = url.protocol === "https:" ? httpsRequest : httpRequest;
    return new Promise((done, fail) => {
      const request = start(url, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          ...headers,
          "content-length": Buffer.byteLength(body),
        },
        agent: false,
        signal,
        lookup: guarded(lookup),
        ...connection,
      });
      request.on("error", fail);
      request.on("response", (response) => readBody(response, maxBytes).then(done, fail));
      request.end(body);
    });
  };
}

/** Reads up to a number of bytes, and stops waiting if there are more. */
async function readBody(response: IncomingMessage, maxBytes: number): Promise<PostResponse> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk.subarray(0, Math.max(0, maxBytes - bytes)));
    bytes += chunk.length;
    if (bytes > maxBytes) break;
  }
  return { status: response.statusCode ?? 0, body: Buffer.concat(chunks), bytes };
}

const guarded =
  (lookup: Lookup): LookupFunction =>
  (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, "", 0);
      const bad = addresses.find(({ address }) => isLinkLocal(address));
      if (bad) return callback(forbidden(`${bad.address}, the address of ${hostname},`), "", 0);
      if (options.all) return callback(null, addresses);
      const [first] = addresses;
      return callback(null, first?.address ?? "", first?.family ?? 4);
    });

const forbidden = (address: string): Error =>
  new Error(`${address} is a link-local address and is never contacted`);
