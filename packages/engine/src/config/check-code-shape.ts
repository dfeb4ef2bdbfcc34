import {
  type AnyHandler,
  definitionOf,
  eventNames,
  handlers,
  isEventName,
  isHandlerType,
} from "@snaphook/protocol";
import { isObject } from "../is-object.ts";
import { nearestName } from "../text/nearest-name.ts";
import { kindOf } from "./hook-shapes.ts";

/**
 * Throws if hooks in code do not have the right shape. That is an error of the embedder, and the message names the
 * hook: without types, a guard with a misspelt event or without its function would never run.
 */
export function checkCodeShape(hooks: unknown): void {
  if (!isObject(hooks)) fail("hooks", `must be an object of events, but is ${kindOf(hooks)}`);
  for (const [event, groups] of Object.entries(hooks)) {
    if (!isEventName(event)) {
      const nearest = nearestName(event, eventNames);
      const advice = nearest === undefined ? "" : `; did you mean ${nearest}?`;
      fail("hooks", `there is no event "${event}"${advice}`);
    }
    if (!Array.isArray(groups))
      throw new TypeError(`hooks.${event} must be a list of groups: [{ matcher, hooks: [...] }]`);
    for (const [index, group] of groups.entries()) checkGroup(group, `hooks.${event}[${index}]`);
  }
}

function checkGroup(group: unknown, path: string): void {
  if (!isObject(group) || !Array.isArray(group["hooks"]))
    throw new TypeError(`${path} has no list "hooks"; a group is { matcher, hooks: [...] }`);
  const { matcher, hooks } = group;
  if (matcher !== undefined && typeof matcher !== "string")
    fail(path, 'the matcher must be a text, such as "Bash|Write"');
  for (const [index, hook] of hooks.entries()) checkHook(hook, `${path}.hooks[${index}]`);
}

function checkHook(hook: unknown, path: string): void {
  if (typeof hook === "function") return;
  if (!isObject(hook))
    fail(path, `must be a function or { type: "callback", callback }, but is ${kindOf(hook)}`);
  try {
    definitionOf(hook as AnyHandler);
  } catch (error) {
    fail(path, error instanceof Error ? error.message : String(error));
  }
  const { type } = hook;
  if (!isHandlerType(type) || Object.values(hook).some((value) => typeof value === "function"))
    return;
  const required = handlers[type].read(hook).problems.find((problem) => problem.required);
  if (required) fail(`${path}.${required.path}`, required.message);
}

function fail(path: string, message: string): never {
  throw new TypeError(`${path}: ${message}`);
}
