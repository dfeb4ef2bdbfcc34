import { join } from "node:path";

/** `--mcp-config` for one server that is a program beside this file. */
const config = (name: string, program: string, args: readonly string[], more: object): string =>
  JSON.stringify({
    mcpServers: {
      [name]: {
        command: process.execPath,
        args: [join(import.meta.dirname, program), ...args],
        ...more,
      },
    },
  });

/** A server without a library, which misbehaves on request: `raw-server.ts` lists the tools and modes. */
export const rawServer = (args: readonly string[] = [], more: object = {}): string =>
  config("raw", "raw-server.ts", args, more);

/** A server made with the MCP SDK. */
export const sdkServer = (): string => config("notes", "sdk-server.ts", [], {});
