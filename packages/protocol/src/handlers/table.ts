import type { Infer } from "../schema.ts";
import { agent, type CodeAgentHandler, codeAgent } from "./agent.ts";
import { type CallbackHandler, callback } from "./callback.ts";
import type { CodeHandlerDefinition } from "./code-handler.ts";
import { command } from "./command.ts";
import { type FunctionHandler, functionHandler } from "./function.ts";
import { http } from "./http.ts";
import { mcpTool } from "./mcp-tool.ts";
import { prompt } from "./prompt.ts";
import type { SettingsHandlerDefinition } from "./settings-handler.ts";

/** Every handler type that settings may name. A new one is one new file and one line here. */
export const handlers = {
  command,
  http,
  prompt,
  agent,
  mcp_tool: mcpTool,
} as const satisfies Readonly<Record<string, SettingsHandlerDefinition<never, unknown>>>;

/** Every handler type with a function in it, which only code can register. */
export const codeHandlers = {
  callback,
  function: functionHandler,
  agent: codeAgent,
} as const satisfies Readonly<Record<string, CodeHandlerDefinition>>;

export type HandlerType = keyof typeof handlers;
export type Handler = Infer<(typeof handlers)[HandlerType]["schema"]>;
export type CodeHandler = CallbackHandler | FunctionHandler | CodeAgentHandler;

/** What settings or code may register. */
export type AnyHandler = Handler | CodeHandler;

export const isHandlerType = (type: unknown): type is HandlerType =>
  typeof type === "string" && Object.hasOwn(handlers, type);

/** H7: types that no settings file can name. */
export const isCodeType = (type: string): boolean =>
  Object.hasOwn(codeHandlers, type) && !isHandlerType(type);
