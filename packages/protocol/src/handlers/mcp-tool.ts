import { fields, text } from "../fields.ts";
import type { Infer } from "../schema.ts";
import { defineHandler } from "./settings-handler.ts";

/** H5: a call of an MCP tool. */
export const mcpTool = defineHandler({
  type: "mcp_tool",
  required: { server: text("The MCP server."), tool: text("The tool of that server.") },
  texts: { server: "not-empty", tool: "not-empty" },
  optional: {
    input: fields("The tool's input; ${path} is replaced with a field of the event's input."),
  },
  limit: { unit: "seconds", default: 600 },
  asksModel: false,
  runsOn: "every-event",
  dependsOn: { what: "the MCP server and its tool", why: "the server is configured elsewhere" },
  label: (handler) => `mcp__${handler.server}__${handler.tool}`,
  identity: (handler) => [handler.server, handler.tool, handler.input ?? null, handler.if ?? null],
  run: {
    by: "mcp",
    with: ({ server, tool, input }) => ({ server, tool, input }),
    repeat: "never",
  },
  answer: "output",
});

export type McpToolHandler = Infer<typeof mcpTool.schema>;
