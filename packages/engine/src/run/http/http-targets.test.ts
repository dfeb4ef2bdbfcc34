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
    "169.254.169.254",
    "169.254.0.1",
    "2852039166",
    "0xa9fea9fe",
    "0251.0376.0251.0376",
    "0xa9.254.43518",
    "169.254.169.254.",
    "１６９.254.169.254",
    "[::ffff:169.254.169.254]",
    "[::ffff:a9fe:a9fe]",
    "[::169.254.169.254]",
    "[64:ff9b::169.254.169.254]",
    "[2002:a9fe:a9fe::]",
    "[fe80::1]",
    "[febf::1]",
    "[fd00:ec2::254]",
  ])("H4 %s is never contacted", async (host) => {
    for (const scheme of ["http", "https"])
      expect(await failureOf(`${scheme}://${host}/latest`)).toContain(
        "is a link-local address and is never contacted",
      );
  });

  it.each(["169.254.169.254", "fe80::1", "::ffff:169.254.169.254", "fe80::1%eth0"])(
    "H4 a name that resolves to %s is never contacted",
    async (address) => {
      const failure = await failureOf("http://metadata.example/", resolvesTo("127.0.0.1", address));
      expect(failure).toContain(`${address}, the address of metadata.example, is a link-local`);
    },
  );

  it("H4 a name that resolves to another address is contacted", async () => {
    const server = await loopback((response) => response.end());
    const url = server.url.replace("127.0.0.1", "hooks.example");
    expect(await failureOf(url, resolvesTo("127.0.0.1"))).toBeUndefined();
    expect(server.received[0]?.headers.host).toBe(`hooks.example:${server.port}`);
  });

  it("H4 a name that cannot be resolved says so", async () => {
    const lookup: Lookup = (name, _options, callback) =>
      callback(Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`)), []);
    expect(await failureOf("http://nowhere.example/", lookup)).toContain(
      "ENOTFOUND nowhere.example",
    );
  });

  it.each(["127.0.0.1", "10.0.0.1", "169.253.1.1", "::1", "fec0::1", "2001:db8::1", "name"])(
    "H4 %s is not a link-local address",
    (address) => expect(isLinkLocal(address)).toBe(false),
  );
});

describe("allowedHttpHookUrls", () => {
  const slashes = "//";
  const allowed = (pattern: string, url: string) => isAllowedUrl([pattern], new URL(url));

  it.each([
    ["*", "http://anything.example/x?y"],
    ["http://127.0.0.1:3000/hook", "http://127.0.0.1:3000/hook"],
    ["http://127.0.0.1:3000", "http://127.0.0.1:3000/"],
    ["http://localhost:*", "http://localhost:3000/any/path"],
    [`https:${slashes}*.example.com/*`, "https://a.b.example.com/x?y=1"],
    ["https://HOOKS.example:443/a*c", "https://hooks.example/abc"],
    ["*.example.com/*", "http://a.example.com/"],
    ["https://hooks.example/*", "https://me.example:word@hooks.example/x#fragment"],
  ])("H4 %s allows %s", (pattern, url) => expect(allowed(pattern, url)).toBe(true));

  it.each([
    ["https://hooks.example/*", "http://hooks.example/x"],
    ["https://hooks.example/*", "https://hooks.example.evil.example/x"],
    ["https://hooks.example/*", "https://hooks.example@evil.example/x"],
    [`https:${slashes}*.example.com/*`, "https://evil.example/?.example.com/"],
    [`https:${slashes}*.example.com/*`, "https://evil.example/.example.com/"],
    ["*.example.com/*", "https://evil.example/.example.com/"],
    ["https://hooks.example/a/*", "https://hooks.example/a/../b"],
    ["https://hooks.example/a/*", "https://hooks.example/a/%2e%2e/b"],
    ["https://hooks.example/A", "https://hooks.example/a"],
    ["https://hooks.example/ab*ba", "https://hooks.example/aba"],
    ["hooks.example/*", "https://hooks.example/"],
    ["", "https://hooks.example/"],
  ])("H4 %s does not allow %s", (pattern, url) => expect(allowed(pattern, url)).toBe(false));

  it.each([
    ["the user's list", { user: ["http://elsewhere.example/*"] }, 0],
    ["an empty list", { user: [] }, 0],
    ["a managed list", { managed: ["http://elsewhere.example/*"] }, 0],
    ["the user's list with the address", { user: ["http://127.0.0.1:*/hook"] }, 1],
    ["a project that widens", { user: ["http://elsewhere.example/*"], project: ["*"] }, 0],
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
    const failure = trace.records()[0]?.ran[0]?.failure?.detail ?? "is not in allowedHttpHookUrls";
    expect(failure).toContain("not in allowedHttpHookUrls");
  });
});
