import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, it, onTestFinished } from "vitest";
import { closedAddress } from "../testing/closed-address.ts";
import { createHttpFetch } from "./http-fetch.ts";

async function serverWith(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const bodyOf = async ({ body }: Response): Promise<string> =>
  body === null ? "" : text(body as AsyncIterable<Uint8Array>);

const httpFetch = createHttpFetch();

describe("httpFetch", () => {
  it.each([httpFetch, fetch])("sends and answers as Node's fetch does (%#)", async (send) => {
    const received: unknown[] = [];
    const address = await serverWith(async (request, response) => {
      const { method, headers, url } = request;
      const { "x-api-key": key, "content-length": length } = headers;
      received.push({ method, url, key, length, body: await text(request) });
      response.writeHead(418, "Teapot", { "Retry-After": "7" });
      response.write("größer ");
      response.end("still");
    });
    const init = { method: "POST", headers: { "X-Api-Key": "key" }, body: "größe" };
    const response = await send(`${address}/v1/messages?beta=1`, init);
    const { ok, status, statusText, headers } = response;
    expect({ ok, status, statusText }).toEqual({ ok: false, status: 418, statusText: "Teapot" });
    expect(headers.get("retry-after")).toBe("7");
    expect(Object.fromEntries([...headers])).toMatchObject({ "retry-after": "7" });
    expect(await bodyOf(response)).toBe("größer still");
    expect(received).toEqual([
      { method: "POST", url: "/v1/messages?beta=1", key: "key", length: "7", body: "größe" },
    ]);
  });

  it.each([httpFetch, fetch])(
    "a server that is not there fails like Node's fetch (%#)",
    async (send) => {
      await expect(send(await closedAddress())).rejects.toMatchObject({
        name: "TypeError",
        message: "fetch failed",
        cause: { code: "ECONNREFUSED" },
      });
    },
  );

  it("follows no redirect", async () => {
    const address = await serverWith((_, response) =>
      response.writeHead(307, { location: "http://127.0.0.1:1" }).end(),
    );
    expect((await httpFetch(address)).status).toBe(307);
  });

  it("an answer that breaks off is an error of its body", async () => {
    const address = await serverWith((_, response) => {
      response.writeHead(200).write("half");
      setImmediate(() => response.destroy());
    });
    await expect(bodyOf(await httpFetch(address))).rejects.toThrow();
  });

  it("an abort ends it with the reason: before the answer, and while it is read", async () => {
    const address = await serverWith((request, response) => {
      if (request.url === "/answers") response.writeHead(200).write("half");
    });
    const reason = new Error("enough");
    const early = new AbortController();
    const asked = httpFetch(address, { signal: early.signal });
    early.abort(reason);
    await expect(asked).rejects.toBe(reason);

    const late = new AbortController();
    const response = await httpFetch(`${address}/answers`, { signal: late.signal });
    late.abort(reason);
    await expect(bodyOf(response)).rejects.toThrow();
  });
});
