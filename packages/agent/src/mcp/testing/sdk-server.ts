/** An MCP server made with the SDK, for tests. */
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { addNotes } from "./notes.ts";

const server = new McpServer({ name: "notes", version: "1.0.0" });
addNotes(server);
await server.connect(new StdioServerTransport());
