import { expect, it } from "vitest";
import type { DriverServerConfig } from "../mcp/connection-types.ts";
import type { ServerTransport } from "../mcp/server-transport.ts";
import type { AgentSession } from "./agent-session.ts";
import { play } from "./testing/play.ts";

/** A server that declares tools and does not know `tools/list`. */
const withoutTools: DriverServerConfig = {
  kind: "driver",
  name: "bare",
  openTransport() {
    const transport: ServerTransport = {
      problem: () => undefined,
      async start() {},
      async close() {},
      async send(message) {
        const { id, method } = message as { readonly id?: number; readonly method?: string };
        if (id === undefined) return;
        const serverInfo = { name: "bare", version: "1" };
        const result = { protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo };
        const error = { code: -32601, message: "Method not found" };
        transport.onmessage?.({
          jsonrpc: "2.0",
          id,
          ...(method === "initialize" ? { result } : { error }),
        });
      },
    };
    return transport;
  },
};

const missing = {
  kind: "stdio",
  name: "missing",
  command: "/nowhere/program",
  args: [],
  env: {},
} as const;

it("a server that declares tools and has none is connected", async () => {
  let statuses: readonly string[] = [];
  await play({
    driverServers: [withoutTools],
    afterPrompts: async ({ control }) => {
      statuses = control.servers.list().map(({ server }) => server.status().state);
    },
  });
  expect(statuses).toEqual(["connected"]);
});

it("a server that could not be added is an error, and not added", async () => {
  let set: Awaited<ReturnType<AgentSession["control"]["servers"]["set"]>> | undefined;
  await play({
    afterPrompts: async ({ control }) => {
      set = await control.servers.set([withoutTools, missing]);
    },
  });
  expect(set).toEqual({ added: ["bare"], removed: [], errors: { missing: expect.any(String) } });
});

it("a server of a type that is not supported fails alone, and says why", async () => {
  const statuses: unknown[] = [];
  const entry = { type: "sse", url: "http://127.0.0.1:1/sse" };
  const { result } = await play({
    mcpConfig: [JSON.stringify({ mcpServers: { old: entry } })],
    afterPrompts: async ({ control }) => {
      statuses.push(...control.servers.list().map(({ server }) => server.status()));
    },
  });
  expect(result.result).toBe("done");
  expect(statuses).toEqual([
    { state: "failed", because: expect.stringContaining('its type is "sse"; use "http"') },
  ]);
});
