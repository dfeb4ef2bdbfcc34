import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";

/** Tools, a resource and a prompt about notes, for servers in tests. */
export function addNotes(server: McpServer): void {
  server.registerTool(
    "add",
    { description: "Adds a note", inputSchema: { text: z.string() } },
    async ({ text }) => ({ content: [{ type: "text", text: `added ${text}` }] }),
  );
  server.registerTool(
    "confirm",
    { description: "Asks before it deletes", inputSchema: {} },
    async () => {
      const requestedSchema = {
        type: "object" as const,
        properties: { sure: { type: "boolean" as const } },
        required: ["sure"],
      };
      const answer = await server.server.elicitInput({ message: "Delete all?", requestedSchema });
      const said = JSON.stringify({ action: answer.action, content: answer.content });
      return { content: [{ type: "text", text: said }] };
    },
  );
  server.registerTool(
    "count",
    { description: "Counts", inputSchema: {}, outputSchema: { notes: z.number() } },
    async () => ({
      content: [{ type: "text", text: "three" }],
      structuredContent: { notes: 3 },
    }),
  );
  server.registerResource("today", "notes://today", { mimeType: "text/plain" }, async (uri) => ({
    contents: [{ uri: uri.href, text: "buy milk" }],
  }));
  server.registerPrompt(
    "plan",
    { description: "Plans a day", argsSchema: { day: z.string() } },
    ({ day }) => ({
      messages: [{ role: "user", content: { type: "text", text: `Plan ${day} with my notes.` } }],
    }),
  );
}
