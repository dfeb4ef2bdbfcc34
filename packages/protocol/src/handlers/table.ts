import { type AgentHandler, agent } from "./agent.ts";
import type { CodeHandler } from "./code.ts";
import { type CommandHandler, command } from "./command.ts";
import { type HttpHandler, http } from "./http.ts";
import { type McpToolHandler, mcpTool } from "./mcp-tool.ts";
import { type PromptHandler, prompt } from "./prompt.ts";

/** Every handler type that settings may name. A new one is one new file and one line here. */
export const handlers = { command, http, prompt, agent, mcp_tool: mcpTool } as const;

export type HandlerType = keyof typeof handlers;
export type Handler = CommandHandler | HttpHandler | PromptHandler | AgentHandler | McpToolHandler;

/** What settings or code may register. */
export type AnyHandler = Handler | CodeHandler;

/** Handler types that only code can register (H7). */
export const codeHandlerTypes: readonly string[] = ["callback", "function"];

export const isHandlerType = (type: unknown): type is HandlerType =>
  typeof type === "string" && Object.hasOwn(handlers, type);
