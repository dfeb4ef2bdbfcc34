import { fields, text } from "../fields.ts";
import type { Infer } from "../schema.ts";
import { defineHandler } from "./handler-definition.ts";

/** H5: a call of an MCP tool. */
export const mcpTool = defineHandler({
  type: "mcp_tool",
  required: { server: text("The MCP server."), tool: text("Its tool.") },
  optional: {
    input: fields("Input of the tool; ${path} stands for a field of the event's input."),
  },
  label: (handler) => `mcp__${handler.server}__${handler.tool}`,
  identity: (handler) => [handler.server, handler.tool, handler.input ?? null, handler.if ?? null],
});

export type McpToolHandler = Infer<typeof mcpTool.schema>;
