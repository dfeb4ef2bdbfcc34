import { createServer, type RequestListener } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { call, session } from "./testing.ts";
import type { Lookup, Reachable } from "./web/guarded-lookup.ts";
import { isPublicAddress } from "./web/is-public-address.ts";
import { webFetch, webFetchTool } from "./web-fetch.ts";

async function server(answer: RequestListener) {
  const requests: string[] = [];
  const made = createServer((request, response) => {
    requests.push(`${request.headers.host} ${request.url}`);
    answer(request, response);
  });
  await new Promise<void>((resolve) => made.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    made.closeAllConnections();
    made.close();
  });
  const { port } = made.address() as AddressInfo;
  return { port, url: `http://127.0.0.1:${port}`, requests };
}

const isLoopback = (address: string) => address === "127.0.0.1";
/** Every name is this machine. */
const everyName: Lookup = (_name, _options, callback) =>
  callback(null, [{ address: "127.0.0.1", family: 4 }]);
const local: Reachable = { isAllowedAddress: isLoopback, lookup: everyName };

const fetchText = async (
  url: string,
  reachable: Reachable = local,
  ask?: (prompt: string) => Promise<string>,
) => call(webFetchTool(reachable), { url, prompt: "What?" }, session(ask ? { ask } : {}).context);

describe("E24 WebFetch", () => {
  test("answers with the text of the page", async () => {
    const { url } = await server((_request, response) => {
      response.setHeader("content-type", "text/html; charset=utf-8");
      response.end("<h1>Hello</h1><script>no</script>");
    });
    const { response, text } = await fetchText(`${url}/page`);
    expect(text).toBe("# Hello");
    expect(response).toMatchObject({ url: `${url}/page`, code: 200, codeText: "OK" });
  });

  test("a proxy gets a request for the address that was checked, and none for a private one", async () => {
    const { port } = await server((_request, response) => response.end("the text"));
    const asked: (string | undefined)[] = [];
    const proxy = createServer();
    proxy.on("connect", ({ url }, socket) => {
      asked.push(url);
      const target = connect(port, "127.0.0.1", () => {
        socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
        socket.pipe(target).pipe(socket);
      });
      for (const one of [socket, target]) one.on("error", () => target.destroy());
    });
    await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => {
      proxy.closeAllConnections();
      proxy.close();
    });
    const env = { HTTP_PROXY: `127.0.0.1:${(proxy.address() as AddressInfo).port}` };
    const lookup =
      (address: string): Lookup =>
      (_name, _options, callback) =>
        callback(null, [{ address, family: 4 }]);
    const url = `http://pages.example:${port}/`;
    expect((await fetchText(url, { env, lookup: lookup("8.8.8.8") })).text).toBe("the text");
    expect(asked).toEqual([`8.8.8.8:${port}`]);
    await expect(fetchText(url, { env, lookup: lookup("10.0.0.1") })).rejects.toThrow(
      "is not a public address",
    );
    expect(asked).toHaveLength(1);
  });

  test("asks the small model where there is one, with page and prompt", async () => {
    const { url } = await server((_request, response) => response.end("the text"));
    const asked: string[] = [];
    const { text } = await fetchText(url, local, async (prompt) => {
      asked.push(prompt);
      return "the answer";
    });
    expect(text).toBe("the answer");
    expect(asked[0]).toMatch(/the text.*What\?/s);
  });

  test("reads compressed pages and other encodings", async () => {
    const { url } = await server((request, response) => {
      if (request.url === "/gzip") {
        response.setHeader("content-encoding", "gzip");
        return response.end(gzipSync("packed"));
      }
      response.setHeader("content-type", "text/plain; charset=iso-8859-1");
      response.end(Buffer.from([0xe9]));
    });
    expect((await fetchText(`${url}/gzip`)).text).toBe("packed");
    expect((await fetchText(`${url}/latin`)).text).toBe("é");
  });

  test("reads at most 10 MiB, compressed or not", async () => {
    const { url } = await server((_request, response) => {
      response.setHeader("content-encoding", "gzip");
      response.end(gzipSync(Buffer.alloc(50 * 1024 * 1024, "x")));
    });
    const { response, text } = await fetchText(url);
    expect(response).toMatchObject({ bytes: 10 * 1024 * 1024 });
    expect(text.length).toBeLessThan(101_000);
    expect(text).toContain("this is the beginning of the page");
  });

  test("follows redirects within the host, and reports others", async () => {
    const { port, requests } = await server((request, response) => {
      if (request.url === "/there") return response.end("arrived");
      const to = request.url === "/near" ? "/there" : `http://other.example:${port}/there`;
      response.writeHead(302, { location: request.url === "/loop" ? "/loop" : to }).end();
    });
    const site = `http://site.example:${port}`;
    expect((await fetchText(`${site}/near`)).text).toBe("arrived");
    requests.length = 0;
    expect((await fetchText(`${site}/far`)).text).toContain(`http://other.example:${port}/there`);
    expect(requests).toEqual([`site.example:${port} /far`]);
    await expect(fetchText(`${site}/loop`)).rejects.toThrow("redirects more than");
  });

  test("E6 errors, files that are not text, and missing servers are failures", async () => {
    const { url } = await server((request, response) => {
      if (request.url === "/none") return response.writeHead(404).end();
      response.writeHead(200, { "content-type": "image/png" }).end("x");
    });
    await expect(fetchText(`${url}/none`)).rejects.toThrow("404");
    await expect(fetchText(`${url}/image`)).rejects.toThrow("image/png");
    await expect(fetchText("http://127.0.0.1:1/")).rejects.toThrow("could not be fetched");
  });

  test("P18 an abort ends it", async () => {
    const stop = new AbortController();
    const { url } = await server(() => stop.abort());
    const ended = call(webFetchTool(local), { url, prompt: "" }, session().context, stop.signal);
    await expect(ended).rejects.toThrow("could not be fetched");
  });
});

describe("WebFetch contacts only public addresses", () => {
  const refused = async (url: string, reachable: Reachable = {}) =>
    expect(fetchText(url, reachable)).rejects.toThrow(/never contacted/);

  test("no address of this machine or its network, however it is written", async () => {
    const { port, requests } = await server((_request, response) => response.end());
    for (const host of [
      "127.0.0.1",
      "localhost",
      "2130706433",
      "0x7f.1",
      "[::1]",
      "[::ffff:127.0.0.1]",
      "0.0.0.0",
    ])
      await refused(`http://${host}:${port}/`);
    for (const host of ["169.254.169.254", "10.0.0.1", "[fd00:ec2::254]", "[64:ff9b::a9fe:a9fe]"])
      await refused(`http://${host}/latest/meta-data`);
    expect(requests).toEqual([]);
  });

  test("no name that has such an address, alone or beside another", async () => {
    const named =
      (...addresses: readonly string[]): Lookup =>
      (_name, _options, callback) =>
        callback(
          null,
          addresses.map((address) => ({ address, family: 4 })),
        );
    await refused("https://rebound.example/", { lookup: named("127.0.0.1") });
    await refused("https://rebound.example/", { lookup: named("93.184.215.14", "192.168.1.1") });
  });

  test("a name that changes its address between two requests is checked each time", async () => {
    const { port, requests } = await server((_request, response) =>
      response.writeHead(302, { location: "/secret" }).end(),
    );
    const addresses = ["127.0.0.1", "127.0.0.2"];
    const lookup: Lookup = (_name, _options, callback) =>
      callback(null, [{ address: addresses.shift() ?? "", family: 4 }]);
    await refused(`http://site.example:${port}/`, { lookup, isAllowedAddress: isLoopback });
    expect(requests).toHaveLength(1);
  });

  test("E17 what is not a web address is refused before any hook", async () => {
    const { context } = session();
    const check = (url: string) => webFetch.check?.({ url, prompt: "" }, context);
    expect(await check("file:///etc/passwd")).toContain("file:");
    expect(await check("not an address")).toContain("not an address");
    expect(await check(`https://${"user:secret"}@example.com/`)).toContain("user name");
    expect(await check("https://example.com/")).toBeUndefined();
  });

  test("an address without a port is requested with https", async () => {
    const seen: string[] = [];
    const lookup: Lookup = (name, _options, callback) => {
      seen.push(name);
      callback(null, [{ address: "127.0.0.1", family: 4 }]);
    };
    const attempt = fetchText("http://site.example/", { lookup, isAllowedAddress: isLoopback });
    await expect(attempt).rejects.toThrow(/:443/);
    expect(seen).toEqual(["site.example"]);
  });

  test("no private address is public, whatever is in its free bits", () => {
    const byte = fc.nat(255);
    fc.assert(
      fc.property(byte, byte, byte, (a, b, c) => {
        for (const address of [
          `10.${a}.${b}.${c}`,
          `127.${a}.${b}.${c}`,
          `192.168.${a}.${b}`,
          `169.254.${a}.${b}`,
          `172.${16 + (a % 16)}.${b}.${c}`,
        ]) {
          expect(isPublicAddress(address)).toBe(false);
          expect(isPublicAddress(`::ffff:${address}`)).toBe(false);
          expect(isPublicAddress(`64:ff9b::${address}`)).toBe(false);
        }
        expect(isPublicAddress(`93.${a}.${b}.${c}`)).toBe(true);
      }),
    );
    expect(
      ["fe80::1%eth0", "fd12::1", "::", "::1", "no address", ""].map(isPublicAddress),
    ).not.toContain(true);
    expect(isPublicAddress("2606:4700::1111")).toBe(true);
  });
});
