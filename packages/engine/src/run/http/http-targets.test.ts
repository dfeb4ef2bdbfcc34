import { describe, expect, it } from "vitest";
import { loopback } from "../../testing/loopback.ts";
import { bashCall, oneHook, openHooks } from "../../testing/open-hooks.ts";
import { isAllowedUrl } from "./allowed-url.ts";
import { isLinkLocal } from "./link-local.ts";
import { httpPost, type Lookup } from "./post.ts";

/** A resolver that has one answer. */
const resolvesTo =
  (...addresses: readonly string[]): Lookup =>
  (_name, _options, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
    );

async function failureOf(url: string, lookup?: Lookup): Promise<string | undefined> {
  const { hooks, trace } = await openHooks({
    user: oneHook("PreToolUse", { type: "http", url, timeout: 5 }),
    ...(lookup ? { post: httpPost(lookup) } : {}),
  });
  await hooks.fire("PreToolUse", bashCall());
  return trace.records()[0]?.ran[0]?.failure?.detail;
}

describe("link-local addresses", () => {
  it.each([
    "http://169.254.169.254/latest",
    "http://169.254.0.1/",
    "http://2852039166/",
    "http://0xa9fea9fe/",
    "http://0251.0376.0251.0376/",
    "http://0xa9.254.43518/",
    "http://169.254.169.254./",
    "http://１６９.254.169.254/",
    "http://[::ffff:169.254.169.254]/",
    "http://[::ffff:a9fe:a9fe]/",
    "http://[::169.254.169.254]/",
    "http://[64:ff9b::169.254.169.254]/",
    "http://[2002:a9fe:a9fe::]/",
    "http://[fe80::1]/",
    "http://[febf::1]/",
    "http://[fd00:ec2::254]/",
    "https://169.254.169.254/",
  ])("H4 %s is never contacted", async (url) => {
    expect(await failureOf(url)).toContain("is a link-local address and is never contacted");
  });

  it.each(["169.254.169.254", "fe80::1", "::ffff:169.254.169.254", "fe80::1%eth0"])(
    "H4 a name that resolves to %s is never contacted",
    async (address) => {
      const failure = await failureOf("http://metadata.test/", resolvesTo("127.0.0.1", address));
      expect(failure).toContain(`${address}, the address of metadata.test, is a link-local`);
    },
  );

  it("H4 a name that resolves to another address is", async () => {
    const server = await loopback((response) => response.end());
    const url = server.url.replace("127.0.0.1", "hooks.test");
    expect(await failureOf(url, resolvesTo("127.0.0.1"))).toBeUndefined();
    expect(server.received[0]?.headers.host).toBe(`hooks.test:${server.port}`);
  });

  it("H4 a name that cannot be resolved says so", async () => {
    const lookup: Lookup = (name, _options, callback) =>
      callback(Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`)), []);
    expect(await failureOf("http://nowhere.test/", lookup)).toContain("ENOTFOUND nowhere.test");
  });

  it.each(["127.0.0.1", "10.0.0.1", "169.253.1.1", "::1", "fec0::1", "2001:db8::1", "name"])(
    "H4 %s is no link-local address",
    (address) => expect(isLinkLocal(address)).toBe(false),
  );
});

describe("allowedHttpHookUrls", () => {
  const allowed = (pattern: string, url: string) => isAllowedUrl([pattern], new URL(url));

  it.each([
    ["*", "http://anything.test/x?y"],
    ["http://127.0.0.1:3000/hook", "http://127.0.0.1:3000/hook"],
    ["http://127.0.0.1:3000", "http://127.0.0.1:3000/"],
    ["http://localhost:*", "http://localhost:3000/any/path"],
    ["https://*.example.com/*", "https://a.b.example.com/x?y=1"],
    ["https://Example.com:443/a*c", "https://example.com/abc"],
    ["*.example.com/*", "http://a.example.com/"],
    ["https://hooks.test/*", "https://user:word@hooks.test/x#fragment"],
  ])("H4 %s lets %s through", (pattern, url) => expect(allowed(pattern, url)).toBe(true));

  it.each([
    ["https://hooks.test/*", "http://hooks.test/x"],
    ["https://hooks.test/*", "https://hooks.test.evil.test/x"],
    ["https://hooks.test/*", "https://hooks.test@evil.test/x"],
    ["https://*.example.com/*", "https://evil.test/?.example.com/"],
    ["https://*.example.com/*", "https://evil.test/.example.com/"],
    ["*.example.com/*", "https://evil.test/.example.com/"],
    ["https://hooks.test/a/*", "https://hooks.test/a/../b"],
    ["https://hooks.test/a/*", "https://hooks.test/a/%2e%2e/b"],
    ["https://hooks.test/A", "https://hooks.test/a"],
    ["https://hooks.test/ab*ba", "https://hooks.test/aba"],
    ["hooks.test/*", "https://hooks.test/"],
    ["", "https://hooks.test/"],
  ])("H4 %s does not let %s through", (pattern, url) => expect(allowed(pattern, url)).toBe(false));

  it.each([
    ["the user's list", { user: ["http://elsewhere.test/*"] }, 0],
    ["an empty list", { user: [] }, 0],
    ["a managed list", { managed: ["http://elsewhere.test/*"] }, 0],
    ["the user's list with the address", { user: ["http://127.0.0.1:*/hook"] }, 1],
    ["a project that widens", { user: ["http://elsewhere.test/*"], project: ["*"] }, 0],
    ["a project that narrows, which has no say", { project: [] }, 1],
  ] as const)("T4 %s", async (_what, lists, requests) => {
    const server = await loopback((response) => response.end());
    const settings = (scope: "user" | "project" | "managed") =>
      scope in lists ? { allowedHttpHookUrls: lists[scope as keyof typeof lists] } : {};
    const { hooks, trace } = await openHooks({
      user: { ...oneHook("PreToolUse", { type: "http", url: server.url }), ...settings("user") },
      project: settings("project"),
      managed: settings("managed"),
      trustProject: true,
    });
    await hooks.fire("PreToolUse", bashCall());
    expect(server.received).toHaveLength(requests);
    const failure = trace.records()[0]?.ran[0]?.failure?.detail ?? "is among allowedHttpHookUrls";
    expect(failure).toContain("among allowedHttpHookUrls");
  });
});
