import { lookup as resolve } from "node:dns";
import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { isIP, type LookupFunction } from "node:net";

export interface PostRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
  /** Bytes of the answer to keep. */
  readonly maxBytes: number;
}

export interface PostResponse {
  readonly status: number;
  readonly body: Buffer;
  /** All bytes of the answer, kept or not. */
  readonly bytes: number;
}

/** Sends a POST and follows nothing. */
export type HttpPost = (request: PostRequest) => Promise<PostResponse>;

/**
 * H4: link-local addresses, where clouds keep credentials, are never
 * contacted. The check is on the address that is connected to, so a name that
 * resolves to one, now or a moment later, does not help.
 */
export const post: HttpPost = ({ url, headers, body, signal, maxBytes }) =>
  new Promise((done, fail) => {
    const host = url.hostname.replace(/^\[|\]$/g, "");
    if (isIP(host) !== 0 && isLinkLocal(host)) return fail(forbidden(host));
    const start = url.protocol === "https:" ? httpsRequest : httpRequest;
    const length = String(Buffer.byteLength(body));
    const request = start(url, {
      method: "POST",
      headers: { "content-type": "application/json", "content-length": length, ...headers },
      signal,
      lookup: guardedLookup,
    });
    request.on("error", fail);
    request.on("response", (response) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      let kept = 0;
      response.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
        const part = chunk.subarray(0, maxBytes - kept);
        kept += part.length;
        if (part.length > 0) chunks.push(part);
      });
      response.on("error", fail);
      response.on("end", () =>
        done({ status: response.statusCode ?? 0, body: Buffer.concat(chunks), bytes }),
      );
    });
    request.end(body);
  });

const guardedLookup: LookupFunction = (hostname, options, callback) =>
  resolve(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, "", 0);
    const bad = addresses.find(({ address }) => isLinkLocal(address));
    if (bad) return callback(forbidden(bad.address), "", 0);
    if (options.all) return callback(null, addresses);
    const [first] = addresses;
    return callback(null, first?.address ?? "", first?.family ?? 4);
  });

const forbidden = (address: string): Error =>
  new Error(`${address} is a link-local address and is never contacted`);

/** IPv4 link-local, also written inside IPv6; IPv6 link-local; the IPv6 address of cloud metadata. */
export function isLinkLocal(address: string): boolean {
  const plain = address.toLowerCase().replace(/%.*$/, "");
  const mapped = /^::(?:ffff:)?(?:0:)?(\d+\.\d+\.\d+\.\d+)$/.exec(plain)?.[1] ?? mappedHex(plain);
  return (
    /^169\.254\./.test(mapped ?? plain) ||
    /^fe[89ab][0-9a-f]:/.test(plain) ||
    /^fd00:ec2::254$/.test(plain)
  );
}

/** `::ffff:a9fe:a9fe` is 169.254.169.254. */
function mappedHex(address: string): string | undefined {
  const [, high, low] = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(address) ?? [];
  if (high === undefined || low === undefined) return undefined;
  const bits = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return bits.flatMap((part) => [part >> 8, part & 255]).join(".");
}
