import type { CodeHandler } from "./code.ts";
import { type AnyHandler, type Handler, handlers, isHandlerType } from "./table.ts";

const names = new WeakMap<object, string>();
let count = 0;

/** What people call a handler, whatever its type. */
export function labelOf(handler: AnyHandler): string {
  if (isCode(handler)) return handler.label ?? (functionOf(handler).name || handler.type);
  return (handlers[handler.type].label as (handler: Handler) => string)(handler);
}

/** P4: what makes two handlers of one event the same; code is the same only as itself. */
export function identityOf(handler: AnyHandler): readonly unknown[] {
  if (!isCode(handler))
    return (handlers[handler.type].identity as (handler: Handler) => readonly unknown[])(handler);
  const code = functionOf(handler);
  const known = names.get(code) ?? `code ${count++}`;
  names.set(code, known);
  return [known];
}

/** H9: whether a handler asks a model, which some events have no time for. */
export const asksModel = ({ type }: Pick<AnyHandler, "type">): boolean =>
  type === "prompt" || type === "agent";

const functionOf = (handler: CodeHandler) =>
  handler.type === "agent" ? handler.prompt : handler.callback;

const isCode = (handler: AnyHandler): handler is CodeHandler =>
  !isHandlerType(handler.type) ||
  (handler.type === "agent" && typeof handler.prompt === "function");
