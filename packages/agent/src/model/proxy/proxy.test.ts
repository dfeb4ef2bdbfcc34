import { createServer, request as forward } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { pipeline } from "node:stream";
import { describe, expect, it, onTestFinished } from "vitest";
import { createModel } from "../create-model.ts";
import { chatCompletionsApi } from "../testing/chat-completions-api.ts";
import { messagesApi, saying } from "../testing/messages-api.ts";
import { instantClock, request } from "../testing/requests.ts";

/** A real proxy on loopback: forwards requests, opens tunnels if it may, and records what it was asked for. */
async function proxyServer({ refusesTunnels }: { readonly refusesTunnels?: string } = {}) {
  const asked: string[] = [];
  const server = createServer((incoming, response) => {
    asked.push(`${incoming.method} ${incoming.url}`);
    const { method, headers } = incoming;
    const out = forward(incoming.url ?? "", { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      pipeline(answer, response, () => {});
    });
    out.on("error", () => response.destroy());
    response.on("close", () => out.destroy());
    incoming.pipe(out);
  });
  server.on("connect", (incoming, socket) => {
    asked.push(`CONNECT ${incoming.url} ${incoming.headers["proxy-authorization"] ?? ""}`.trim());
    socket.on("error", () => {});
    if (refusesTunnels) return void socket.end(`HTTP/1.1 ${refusesTunnels}\r\n\r\n`);
    const [host, port] = (incoming.url ?? "").split(":");
    const target = connect(Number(port), host, () => {
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

const key = { ANTHROPIC_API_KEY: "key-1" };
const clock = instantClock();
const hi = [{ type: "text", text: "hi ä漢😀" }] as const;

describe("a proxy that a variable names", () => {
  it.each([
    ["HTTP_PROXY", "http:"],
    ["http_proxy", "http:"],
    ["HTTP_PROXY", ""],
  ])("%s with %s is used, with both providers", async (variable, protocol) => {
    const proxy = await proxyServer();
    const api = await messagesApi({ blocks: hi, pieces: 1 });
    const chat = await chatCompletionsApi({ blocks: hi });
    const proxies = { [variable]: `${protocol && `${protocol}//`}${proxy.address}` };
    const settings = [
      { model: undefined, env: { ANTHROPIC_BASE_URL: api.url, ...key, ...proxies } },
      { model: "openai:local", env: { OPENAI_BASE_URL: chat.url, ...proxies } },
    ];
    for (const one of settings) {
      const model = await createModel({ ...one, clock });
      expect((await model.answer(request())).content).toEqual(hi);
    }
    expect(proxy.asked).toEqual([
      `POST ${api.url}/v1/messages`,
      `POST ${chat.url}/chat/completions`,
    ]);
  });

  it("is not used for addresses in NO_PROXY, and not for the other protocol", async () => {
    const proxy = await proxyServer();
    const api = await messagesApi(saying("hi"));
    const base = { ANTHROPIC_BASE_URL: api.url, ...key };
    for (const more of [
      { HTTP_PROXY: proxy.address, NO_PROXY: "example.com,127.0.0.1" },
      { http_proxy: proxy.address, no_proxy: "*" },
      { HTTPS_PROXY: proxy.address },
    ]) {
      const model = await createModel({ model: undefined, env: { ...base, ...more }, clock });
      expect((await model.answer(request())).stopReason).toBe("end_turn");
    }
    expect(proxy.asked).toEqual([]);
    expect(api.received).toHaveLength(3);
  });

  it("gets a tunnel for https, with the user and password of its address", async () => {
    const proxy = await proxyServer({ refusesTunnels: "407 Proxy Authentication Required" });
    const env = {
      ANTHROPIC_BASE_URL: "https://127.0.0.1:9443",
      ...key,
      HTTPS_PROXY: `me:secret@${proxy.address}`,
    };
    const model = await createModel({ model: undefined, env, clock: instantClock() });
    await expect(model.answer(request())).rejects.toThrow(/could not be reached at .*407/);
    const basic = `Basic ${Buffer.from("me:secret").toString("base64")}`;
    expect(proxy.asked).toEqual(Array(2).fill(`CONNECT 127.0.0.1:9443 ${basic}`));
  });

  it("passes on errors, retries and an abort", async () => {
    const proxy = await proxyServer();
    const api = await messagesApi(
      { status: 503, message: "busy" },
      { blocks: [...hi, ...hi], breaksAt: 1 },
      saying("whole"),
    );
    const env = { ANTHROPIC_BASE_URL: api.url, ...key, HTTP_PROXY: proxy.address };
    const model = await createModel({ model: undefined, env, clock: instantClock() });
    expect((await model.answer(request())).content).toEqual([{ type: "text", text: "whole" }]);
    expect(proxy.asked).toHaveLength(3);
    const stop = new AbortController();
    const reason = new Error("enough");
    const long = await messagesApi({
      blocks: [{ type: "text", text: "x".repeat(1e6) }],
      pieces: 10,
    });
    const other = await createModel({
      model: undefined,
      env: { ...env, ANTHROPIC_BASE_URL: long.url },
      clock: instantClock(),
    });
    const onText = () => stop.abort(reason);
    await expect(other.answer(request({ signal: stop.signal, onText }))).rejects.toBe(reason);
  });

  it("that is silent is given up", async () => {
    const silent = createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => {
      silent.closeAllConnections();
      silent.close();
    });
    const { port } = silent.address() as AddressInfo;
    const env = {
      ANTHROPIC_BASE_URL: "http://127.0.0.1:9/",
      ...key,
      HTTP_PROXY: `127.0.0.1:${port}`,
      API_TIMEOUT_MS: "50",
      CLAUDE_CODE_MAX_RETRIES: "0",
    };
    const model = await createModel({
      model: undefined,
      env,
      clock: {
        ...clock,
        after: (ms, callback) => {
          const timer = setTimeout(callback, ms);
          return () => clearTimeout(timer);
        },
      },
    });
    await expect(model.answer(request())).rejects.toThrow("the server sent nothing for 0.1 s");
  });

  it.each(["socks5://127.0.0.1:1080", "ftp://127.0.0.1", "::"])(
    "%s is refused with the right form",
    async (value) => {
      const env = { ...key, HTTPS_PROXY: value };
      await expect(createModel({ model: undefined, env, clock })).rejects.toThrow(
        `HTTPS_PROXY is "${value}", which is not the address of a proxy; it should look like http://127.0.0.1:3128`,
      );
    },
  );
});
