import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { isIP } from "node:net";
import type { Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { proxied } from "@snaphook/engine/internal";
import { brand } from "@snaphook/protocol";
import { guardedLookup, notAllowed, type Reachable } from "./guarded-lookup.ts";
import { isPublicAddress } from "./is-public-address.ts";

/** What a server answered. */
export interface Page {
  readonly status: number;
  readonly statusText: string;
  readonly location: string | undefined;
  readonly contentType: string;
  readonly body: Buffer;
  /** The body was longer than the limit. */
  readonly isCut: boolean;
}

interface Bounds {
  readonly signal: AbortSignal;
  readonly maxBytes: number;
}

/**
 * Requests one page without following redirects. Each request uses a new connection and name resolution; a proxy is asked
 * for a tunnel to the address that was checked.
 */
export async function getPage(url: URL, bounds: Bounds, reachable: Reachable): Promise<Page> {
  const { isAllowedAddress = isPublicAddress, env = process.env } = reachable;
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) !== 0 && !isAllowedAddress(host)) throw notAllowed(host);
  const { signal } = bounds;
  const lookup = guardedLookup(reachable);
  const connection = await proxied(url, { env, lookup, signal });
  const start = url.protocol === "https:" ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const request = start(url, {
      headers: {
        accept: "text/html, text/plain, text/markdown, application/json, */*;q=0.5",
        "accept-encoding": "gzip, deflate, br",
        "user-agent": brand.name,
      },
      agent: false,
      signal,
      lookup,
      ...connection,
    });
    request.on("error", reject);
    request.on("response", (response) => {
      readPage(response, bounds.maxBytes)
        .finally(() => request.destroy())
        .then(resolve, reject);
    });
    request.end();
  });
}

async function readPage(response: IncomingMessage, maxBytes: number): Promise<Page> {
  const { statusCode = 0, statusMessage = "", headers } = response;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of decompressed(response) as AsyncIterable<Buffer>) {
    chunks.push(chunk.subarray(0, Math.max(0, maxBytes - bytes)));
    bytes += chunk.length;
    if (bytes > maxBytes) break;
  }
  return {
    status: statusCode,
    statusText: statusMessage,
    location: headers.location,
    contentType: headers["content-type"] ?? "",
    body: Buffer.concat(chunks),
    isCut: bytes > maxBytes,
  };
}

const decompressors = { gzip: createGunzip, br: createBrotliDecompress, deflate: createInflate };

/** The size limit applies to the decompressed body: a small response can contain a large text. */
function decompressed(response: IncomingMessage): Readable {
  const encoding = response.headers["content-encoding"]?.trim().toLowerCase() ?? "";
  const make = decompressors[encoding as keyof typeof decompressors];
  if (make === undefined) return response;
  const stream = make();
  response.on("error", (error) => stream.destroy(error));
  return response.pipe(stream);
}
