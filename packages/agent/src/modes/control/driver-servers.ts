import { isObject } from "@snaphook/engine/internal";
import { errorText } from "../../error-text.ts";
import type { DriverServerConfig } from "../../mcp/connection-types.ts";
import type { ServerTransport } from "../../mcp/server-transport.ts";
import type { Driver } from "./driver.ts";

/** MCP servers that run in the driver's own process. Their messages go through the control protocol. */
export interface DriverServers {
  config(name: string, options?: unknown): DriverServerConfig;
  /** A message of a server that is not an answer. Throws if no such server is connected. */
  receive(name: string, message: unknown): void;
}

export function createDriverServers(driver: Driver): DriverServers {
  const open = new Map<string, ServerTransport>();
  return {
    config(name, options) {
      const timeout = isObject(options) ? options["timeout"] : undefined;
      return {
        kind: "driver",
        name,
        ...(typeof timeout === "number" && timeout >= 1000 ? { callMs: timeout } : {}),
        openTransport() {
          const transport = driverTransport(name, driver, () => open.delete(name));
          open.set(name, transport);
          return transport;
        },
      };
    },
    receive(name, message) {
      const transport = open.get(name);
      if (!transport) throw new Error(`no MCP server of the driver is called ${name}`);
      if (!isObject(message)) throw new Error('"message" is not a JSON-RPC message');
      transport.onmessage?.(message);
    },
  };
}

function driverTransport(name: string, driver: Driver, onClosed: () => void): ServerTransport {
  const closing = new AbortController();
  let problem: string | undefined;
  const transport: ServerTransport = {
    problem: () => problem,
    async start() {},
    async send(message) {
      const request = { subtype: "mcp_message", server_name: name, message };
      try {
        const answer = await driver.ask(request, closing.signal);
        const response = isObject(answer) ? answer["mcp_response"] : undefined;
        if ("id" in message && "method" in message && isObject(response))
          transport.onmessage?.(response);
      } catch (error) {
        if (closing.signal.aborted) return;
        problem = errorText(error);
        throw error;
      }
    },
    async close() {
      if (closing.signal.aborted) return;
      closing.abort(new Error("the MCP server is closed"));
      onClosed();
      transport.onclose?.();
    },
  };
  return transport;
}
