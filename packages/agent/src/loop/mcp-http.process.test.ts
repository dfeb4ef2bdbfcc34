import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { describe, expect, it } from "vitest";
import { addNotes } from "../mcp/testing/notes.ts";
import { play, specific, userTexts } from "./testing/play.ts";

/** A server made with the SDK that answers at loopback, with sessions of its own. */
async function serveNotes() {
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  const authorizations: (string | undefined)[] = [];
  const http = createServer(async (request, response) => {
    authorizations.push(request.headers.authorization);
    const known = sessions.get(String(request.headers["mcp-session-id"]));
    if (known) return known.handleRequest(request, response);
    if (request.headers["mcp-session-id"] !== undefined) {
      response.writeHead(404).end();
      return;
    }
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => crypto.randomUUID(),
      onsessioninitialized: (id) => void sessions.set(id, transport),
    });
    const server = new McpServer({ name: "notes", version: "1.0.0" });
    addNotes(server);
    await server.connect(transport as Parameters<typeof server.connect>[0]);
    return transport.handleRequest(request, response);
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const { port } = http.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    authorizations,
    forgetSessions: () => sessions.clear(),
    close() {
      http.closeAllConnections();
      http.close();
    },
  };
}

const configOf = (url: string) =>
  JSON.stringify({
    mcpServers: { notes: { type: "http", url, headers: { Authorization: "Bearer ${TOKEN}" } } },
  });
const call = (tool: string, input: object = {}) => [{ tool, input }];

describe("a server at an address (streamable HTTP)", () => {
  it("E23 has its tools, headers and questions; a session that it forgets fails one call and is made again", async () => {
    const server = await serveNotes();
    const played = await play({
      mcpConfig: [configOf(server.url)],
      env: { PATH: process.env["PATH"], TOKEN: "t0ken" },
      script: {
        main: [
          call("mcp__notes__confirm"),
          call("mcp__notes__add", { text: "a" }),
          call("mcp__notes__add", { text: "b" }),
          ["done"],
        ],
        after: "done",
      },
      answers: {
        Elicitation: specific("Elicitation", { action: "accept", content: { sure: true } }),
        PostToolUse: [
          () => {
            server.forgetSessions();
            return {};
          },
          {},
        ],
      },
    });
    server.close();
    const [, confirmed, failed, added] = userTexts(played.requests.at(-1)?.messages ?? []);
    expect(confirmed).toBe('{"action":"accept","content":{"sure":true}}');
    expect(failed).toContain("The MCP server notes answered with HTTP status 404");
    expect(added).toBe("added b");
    expect(new Set(server.authorizations)).toEqual(new Set(["Bearer t0ken"]));
  });

  it("an address at which nothing answers: the session runs without its tools", async () => {
    const server = await serveNotes();
    server.close();
    const { events, result } = await play({
      mcpConfig: [configOf(server.url)],
      env: { PATH: process.env["PATH"], TOKEN: "t0ken" },
    });
    expect(result.result).toBe("done");
    expect(events).toContainEqual(
      expect.objectContaining({
        type: "notice",
        text: expect.stringMatching(/notes was not started.*nothing answers at 127\.0\.0\.1/),
      }),
    );
  });
});
