import { createServer } from "node:http";
import { type AddressInfo, connect, createServer as createTcpServer } from "node:net";
import fc from "fast-check";
import { expect, it, onTestFinished } from "vitest";
import { loopback } from "../../testing/loopback.ts";
import { httpPost, type Lookup } from "./post.ts";
import { proxyFor } from "./proxy.ts";

/** A real proxy on loopback, which opens tunnels to loopback only, whatever address is asked for. */
async function proxyServer({ status = 200 } = {}) {
  const asked: string[] = [];
  const server = createServer((_, response) => response.writeHead(405).end());
  server.on("connect", ({ url = "", headers }, socket) => {
    asked.push(`${url} ${headers["proxy-authorization"] ?? ""}`.trim());
    socket.on("error", () => {});
    if (status !== 200) return void socket.end(`HTTP/1.1 ${status} No\r\n\r\n`);
    const target = connect(Number(url.split(":").at(-1)), "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      socket.pipe(target).pipe(socket);
    });
    target.on("error", () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { asked, address: `127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** Every name has this address. */
const at =
  (address: string): Lookup =>
  (_name, _options, callback) =>
    callback(null, [{ address, family: 4 }]);

const sent = (post: ReturnType<typeof httpPost>, url: string) =>
  post({
    url: new URL(url),
    headers: {},
    body: "{}",
    signal: AbortSignal.timeout(10_000),
    maxBytes: 1000,
  });

it("H4 a hook's request goes through the proxy, to the address that was checked", async () => {
  const server = await loopback((response) => response.end("answer"));
  const proxy = await proxyServer();
  const env = { HTTP_PROXY: `me:p%40ss@${proxy.address}` };
  const post = httpPost(at("203.0.113.7"), env);
  const { status, body } = await sent(post, `http://hooks.example:${server.port}/hook`);
  expect([status, body.toString()]).toEqual([200, "answer"]);
  const credentials = Buffer.from("me:p@ss").toString("base64");
  expect(proxy.asked).toEqual([`203.0.113.7:${server.port} Basic ${credentials}`]);
  expect(server.received[0]?.headers.host).toBe(`hooks.example:${server.port}`);
});

it("H4 https is encrypted through the tunnel, for the name and not for the address", async () => {
  const hello = Promise.withResolvers<Buffer>();
  const server = createTcpServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", (bytes: Buffer) => {
      hello.resolve(bytes);
      socket.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const proxy = await proxyServer();
  const post = httpPost(at("203.0.113.7"), { HTTPS_PROXY: proxy.address });
  await expect(sent(post, `https://hooks.example:${port}/`)).rejects.toThrow();
  expect(proxy.asked).toEqual([`203.0.113.7:${port}`]);
  const bytes = await hello.promise;
  // A handshake record with the server's name in it.
  expect(bytes[0]).toBe(0x16);
  expect(bytes.toString("latin1")).toContain("hooks.example");
});

it("H4 a name with a link-local address is refused before the proxy is asked, and so is the address", async () => {
  const proxy = await proxyServer();
  const post = httpPost(at("169.254.169.254"), { http_proxy: proxy.address });
  await expect(sent(post, "http://metadata.example/")).rejects.toThrow("link-local");
  await expect(sent(post, "http://169.254.169.254/")).rejects.toThrow("link-local");
  expect(proxy.asked).toEqual([]);
});

it("H4 a proxy that refuses is named without its password, and nothing goes around it", async () => {
  const proxy = await proxyServer({ status: 403 });
  const post = httpPost(at("127.0.0.1"), { HTTP_PROXY: `me:secret@${proxy.address}` });
  const server = await loopback((response) => response.end());
  const failure = sent(post, `http://hooks.example:${server.port}/`);
  await expect(failure).rejects.toThrow(`the proxy ${proxy.address} gives no connection`);
  await expect(failure).rejects.not.toThrow("secret");
  expect(server.received).toEqual([]);
});

it.each([
  ["http://a.example/", { HTTP_PROXY: "p.example:1" }, "http://p.example:1/"],
  ["https://a.example/", { HTTP_PROXY: "p.example:1" }, undefined],
  [
    "https://a.example/",
    { HTTPS_PROXY: "http://p.example:1", https_proxy: "http://q.example:2" },
    "http://q.example:2/",
  ],
  ["http://a.example/", { HTTP_PROXY: "p.example:1", NO_PROXY: "a.example" }, undefined],
  ["http://sub.a.example/", { HTTP_PROXY: "p.example:1", NO_PROXY: "x, .a.example" }, undefined],
  [
    "http://ba.example/",
    { HTTP_PROXY: "p.example:1", NO_PROXY: "a.example" },
    "http://p.example:1/",
  ],
  [
    "http://a.example:81/",
    { HTTP_PROXY: "p.example:1", NO_PROXY: "a.example:80" },
    "http://p.example:1/",
  ],
  ["http://a.example/", { HTTP_PROXY: "p.example:1", no_proxy: "*" }, undefined],
  ["http://localhost:3/", { HTTP_PROXY: "p.example:1" }, undefined],
  ["http://127.0.0.1:3/", { HTTP_PROXY: "p.example:1" }, undefined],
  ["http://[::1]:3/", { HTTP_PROXY: "p.example:1" }, undefined],
])("%s with %j", (url, env, expected) => {
  expect(proxyFor(new URL(url), env)?.href).toBe(expected);
});

it("a variable that is not an address is an error; any NO_PROXY is read", () => {
  const url = new URL("http://a.example/");
  expect(() => proxyFor(url, { HTTP_PROXY: "socks5://p.example:1" })).toThrow("HTTP_PROXY is not");
  fc.assert(
    fc.property(fc.string(), (list) => {
      proxyFor(url, { HTTP_PROXY: "p.example:1", NO_PROXY: list });
    }),
  );
});
