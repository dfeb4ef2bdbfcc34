import { type CommandHandler, commandHandler } from "./command.ts";

/** Every handler type that settings may name. */
export const handlers = { command: commandHandler } as const;

export type HandlerType = keyof typeof handlers;
export type Handler = CommandHandler;

export const isHandlerType = (type: unknown): type is HandlerType =>
  typeof type === "string" && Object.hasOwn(handlers, type);
