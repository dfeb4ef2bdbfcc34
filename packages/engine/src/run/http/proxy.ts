import { request as httpRequest, type RequestOptions } from "node:http";
import { request as httpsRequest } from "node:https";
import { isIP, type LookupFunction, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";

type Variables = Readonly<Record<string, string | undefined>>;

/** The proxy that the variables name for an address; undefined: it is asked directly. */
export function proxyFor(url: URL, env: Variables): URL | undefined {
  const kind = url.protocol === "https:" ? "https" : "http";
  const value = env[`${kind}_proxy`] || env[`${kind.toUpperCase()}_PROXY`];
  if (!value || isLoopback(url) || isExcepted(url, env["no_proxy"] || env["NO_PROXY"] || ""))
    return undefined;
  const proxy = URL.parse(value.includes("://") ? value : `http://${value}`);
  if (proxy === null || !/^https?:$/.test(proxy.protocol))
    throw new Error(
      `${kind.toUpperCase()}_PROXY is not the address of a proxy; it should look like http://127.0.0.1:3128`,
    );
  return proxy;
}

/** A proxy on another machine would ask itself. */
const isLoopback = ({ hostname }: URL): boolean =>
  /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);

/** `NO_PROXY`: hosts, which include those below them, with or without a port; `*` for all. */
function isExcepted({ hostname, port, protocol }: URL, list: string): boolean {
  const usedPort = port || (protocol === "https:" ? "443" : "80");
  return list.split(/[\s,]+/).some((entry) => {
    const [, name = "", only] = /^(?:\*?\.)?(.*?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
    if (entry === "*") return true;
    if (name === "" || (only !== undefined && only !== usedPort)) return false;
    return hostname === name || hostname.endsWith(`.${name}`);
  });
}

interface ProxyOptions {
  readonly env: Variables;
  /** Resolves the name and refuses addresses that must not be contacted. */
  readonly lookup: LookupFunction;
  readonly signal: AbortSignal;
}

/**
 * A connection to an address through the proxy for it; `undefined` if there is none.
 *
 * The name is resolved and checked here, and the proxy is asked for a tunnel to that very address: a proxy that resolves
 * names itself would get around the check.
 */
export async function tunnelTo(url: URL, options: ProxyOptions): Promise<Socket | undefined> {
  const proxy = proxyFor(url, options.env);
  if (proxy === undefined) return undefined;
  const host = hostOf(url);
  const address = isIP(host) === 0 ? await resolved(host, options.lookup) : host;
  const port = url.port || (url.protocol === "https:" ? "443" : "80");
  return tunnel(proxy, address, port, options.signal);
}

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, "");

/** What a request needs to go through the proxy for its address; nothing if there is none. */
export async function proxied(
  url: URL,
  options: ProxyOptions,
): Promise<Pick<RequestOptions, "agent" | "createConnection">> {
  const socket = await tunnelTo(url, options);
  if (socket === undefined) return {};
  const host = hostOf(url);
  const isTls = url.protocol === "https:";
  const servername = isIP(host) === 0 ? { servername: host } : {};
  return {
    // With an agent, even a new one, the connection would be made by the agent.
    agent: undefined,
    createConnection: () => (isTls ? connectTls({ socket, host, ...servername }) : socket),
  };
}

const resolved = (host: string, lookup: LookupFunction): Promise<string> =>
  new Promise((resolve, reject) => {
    lookup(host, { all: false }, (error, address) =>
      error ? reject(error) : resolve(String(address)),
    );
  });

function tunnel(proxy: URL, address: string, port: string, signal: AbortSignal): Promise<Socket> {
  const target = isIP(address) === 6 ? `[${address}]:${port}` : `${address}:${port}`;
  const { username, password } = proxy;
  const user = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const credentials = username
    ? { "proxy-authorization": `Basic ${Buffer.from(user).toString("base64")}` }
    : {};
  return new Promise((resolve, reject) => {
    const fail = (why: string) =>
      reject(new Error(`the proxy ${proxy.host} gives no connection to ${target}: ${why}`));
    const start = proxy.protocol === "https:" ? httpsRequest : httpRequest;
    const request = start({
      host: proxy.hostname.replace(/^\[|\]$/g, ""),
      port: proxy.port || (proxy.protocol === "https:" ? 443 : 80),
      method: "CONNECT",
      path: target,
      headers: { host: target, ...credentials },
      agent: false,
      signal,
    });
    request.on("connect", ({ statusCode = 0, statusMessage = "" }, socket, head) => {
      if (head.length > 0) socket.unshift(head);
      if (statusCode === 200) return resolve(socket);
      socket.destroy();
      fail(`it answered ${statusCode} ${statusMessage}`.trim());
    });
    request.on("response", ({ statusCode = 0 }) => {
      request.destroy();
      fail(`it answered ${statusCode}`);
    });
    request.on("error", ({ message }) => fail(message));
    request.end();
  });
}
