import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { createServer, request, type Server } from "node:http";
import { type AddressInfo, connect, createServer as createTcpServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Lookup } from "../../tools/web/guarded-lookup.ts";
import { type FilteringProxyOptions, openFilteringProxy } from "./filtering-proxy.ts";

/** The names of this test, and an address that changes with every question. */
const rebinding = ["93.184.216.34", "127.0.0.1"];
const names: Readonly<Record<string, () => string>> = {
  "here.test": () => "127.0.0.1",
  "corp.test": () => "10.1.2.3",
  "metadata.test": () => "169.254.169.254",
  "rebind.test": () => rebinding.shift() ?? "127.0.0.1",
};
const lookup: Lookup = (name, _options, callback) => {
  const address = names[name]?.();
  if (address) return callback(null, [{ address, family: 4 }]);
  return callback(Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`)), []);
};

async function listening(server: Server | ReturnType<typeof createTcpServer>): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

const webServer = () =>
  listening(
    createServer(async (asked, answer) => {
      const body = await text(asked);
      answer.setHeader("connection", "close");
      answer.end(`${asked.method} ${asked.headers.host} ${asked.url} ${body}`);
    }),
  );

async function openProxy(
  allowedDomains: readonly string[],
  more: Partial<FilteringProxyOptions> & { readonly deniedDomains?: readonly string[] } = {},
) {
  const { deniedDomains = [], ...options } = more;
  const socketPath = join(mkdtempSync(join(tmpdir(), "proxy-")), "proxy");
  const refused: string[] = [];
  const proxy = await openFilteringProxy(socketPath, {
    lists: () => ({ allowedDomains, deniedDomains }),
    env: {},
    lookup,
    onRefused: (why) => refused.push(why),
    ...options,
  });
  onTestFinished(() => proxy.close());
  /** A request as programs send it to a proxy. */
  async function get(path: string, body?: string) {
    const asking = request({
      socketPath,
      path,
      method: body === undefined ? "GET" : "POST",
      headers: { host: "liar.test", "proxy-connection": "keep-alive" },
    }).end(body);
    const [answer] = await once(asking, "response");
    return { status: answer.statusCode, body: await text(answer) };
  }
  /** A tunnel, and what comes back through it. */
  async function tunnel(target: string, sent: string): Promise<string> {
    const socket = connect(socketPath);
    socket.write(`CONNECT ${target} HTTP/1.1\r\nhost: ${target}\r\n\r\n${sent}`);
    return text(socket);
  }
  return { get, tunnel, refused };
}

describe("the proxy of the sandbox", () => {
  it("T5 passes requests and tunnels to a listed host, and to no other", async () => {
    const port = await webServer();
    const { get, tunnel, refused } = await openProxy(["here.test", "127.0.0.1"]);
    expect(await get(`http://here.test:${port}/a?b`, "sent")).toEqual({
      status: 200,
      body: `POST here.test:${port} /a?b sent`,
    });
    const sent = `GET /x HTTP/1.1\r\nhost: y\r\nconnection: close\r\n\r\n`;
    expect(await tunnel(`HERE.test.:${port}`, sent)).toMatch(/^HTTP\/1.1 200.*GET y \/x/s);
    expect(refused).toEqual([]);
    const why = `The sandbox refused a connection to other.test:${port}: sandbox.network.allowedDomains does not contain it.`;
    expect(await get(`http://other.test:${port}/`)).toEqual({ status: 403, body: `${why}\n` });
    const answer = await tunnel(`other.test:${port}`, sent);
    expect(answer).toMatch(/^HTTP\/1.1 403 Refused by sandbox.network\r\n/);
    expect(answer).toContain(why);
    expect(refused).toEqual([why, why]);
  });

  it("T5 an address must be listed itself, however it is spelled", async () => {
    const port = await webServer();
    const { get, tunnel } = await openProxy(["*", "*.test"], { deniedDomains: ["x.test"] });
    const spelled = [
      "127.0.0.1",
      "127.1",
      "2130706433",
      "0x7f000001",
      "[::1]",
      "[::ffff:127.0.0.1]",
    ];
    for (const host of spelled) {
      expect((await get(`http://${host}:${port}/`)).status, host).toBe(403);
      expect(await tunnel(`${host}:${port}`, ""), host).toMatch(/^HTTP\/1.1 403/);
    }
  });

  it("T5 a name does not lead to a private address, nor to one that it gets later", async () => {
    const { get, refused } = await openProxy(["*.test", "rebind.test"]);
    expect((await get("http://corp.test/")).status).toBe(403);
    expect((await get("http://metadata.test/latest/meta-data")).status).toBe(403);
    expect(refused[0]).toContain("corp.test:80: its address 10.1.2.3 is not public");
    rebinding.shift();
    expect((await get("http://rebind.test/")).status).toBe(403);
  });

  it("T5 goes through the user's own proxy, to the address that was checked", async () => {
    const targets: string[] = [];
    const upstream = createServer();
    upstream.on("connect", (asked, socket) => {
      targets.push(`${asked.url} ${asked.headers["proxy-authorization"]}`);
      socket.end(
        "HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 200 OK\r\nconnection: close\r\n\r\nfrom upstream",
      );
    });
    const port = await listening(upstream);
    const { get, tunnel } = await openProxy(["corp.test", "10.1.2.3"], {
      env: { HTTP_PROXY: `http://u:p@127.0.0.1:${port}`, HTTPS_PROXY: `127.0.0.1:${port}` },
    });
    expect(await get("http://corp.test/")).toEqual({ status: 200, body: "from upstream" });
    expect(await tunnel("corp.test:443", "hello")).toContain("from upstream");
    expect(targets).toEqual(["10.1.2.3:80 Basic dTpw", "10.1.2.3:443 undefined"]);
  });

  it("T5 a server that cannot be reached is not called refused", async () => {
    const port = await listening(createTcpServer());
    const { get, refused } = await openProxy(["missing.test", "here.test", "127.0.0.1"]);
    const answer = await get("http://missing.test/");
    expect(answer.status).toBe(502);
    expect(answer.body).toContain("missing.test:80 could not be reached: getaddrinfo ENOTFOUND");
    expect((await get("/no/address")).status).toBe(502);
    expect((await get("ftp://here.test/")).status).toBe(502);
    expect(port).toBeGreaterThan(0);
    expect(refused).toEqual([]);
  });
});
