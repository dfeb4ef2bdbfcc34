import { z } from "zod";
import type { Infer } from "../schema.ts";
import { defineHandler } from "./handler-definition.ts";

/** H5: a call of an MCP tool. */
export const mcpTool = defineHandler({
  type: "mcp_tool",
  required: { server: z.string(), tool: z.string() },
  optional: { input: z.record(z.string(), z.unknown()) },
  label: (handler) => `mcp__${handler.server}__${handler.tool}`,
  identity: (handler) => [handler.server, handler.tool, handler.input ?? null, handler.if ?? null],
});

export type McpToolHandler = Infer<typeof mcpTool.schema>;
