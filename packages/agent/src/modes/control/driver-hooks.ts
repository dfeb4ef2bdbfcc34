import type { CodeHooks } from "@snaphook/engine";
import type { CodeHookGroup } from "@snaphook/engine/internal";
import { isObject, nearestName } from "@snaphook/engine/internal";
import { type CallbackHandler, eventNames, isEventName } from "@snaphook/protocol";
import type { Driver } from "./driver.ts";

/** Hooks that a driver registers with `initialize`, and warnings about them. */
export interface DriverHooks {
  readonly hooks: CodeHooks;
  readonly warnings: readonly string[];
}

/** Thrown when the hooks that a driver registers are invalid. */
class BadHooks extends Error {
  override readonly name = "BadHooks";
}

/**
 * `hooks` of an `initialize` request: {Event: [{matcher?, hookCallbackIds, timeout?}]}, the timeout in
 * seconds. Each id becomes a hook that asks the driver. E20: an unknown event is a warning.
 */
export function driverHooks(hooks: unknown, driver: Driver): DriverHooks {
  if (hooks === undefined || hooks === null) return { hooks: {}, warnings: [] };
  if (!isObject(hooks)) throw new BadHooks('"hooks" is not an object with event names as keys');
  const warnings: string[] = [];
  const known: [string, readonly CodeHookGroup[]][] = [];
  for (const [event, groups] of Object.entries(hooks)) {
    if (!Array.isArray(groups)) throw new BadHooks(`"hooks.${event}" is not a list of groups`);
    const read = groups.map((group, index) =>
      readGroup(group, `hooks.${event}[${index}]`, driver, (text) => warnings.push(text)),
    );
    if (isEventName(event)) known.push([event, read]);
    else warnings.push(unknownEvent(event));
  }
  return { hooks: Object.fromEntries(known), warnings };
}

function unknownEvent(event: string): string {
  const nearest = nearestName(event, eventNames);
  const hint = nearest === undefined ? "" : `; did you mean ${nearest}?`;
  return `the driver registered hooks for ${event}, which is not a known event${hint}`;
}

function readGroup(
  group: unknown,
  place: string,
  driver: Driver,
  warn: (text: string) => void,
): CodeHookGroup {
  if (!isObject(group)) throw new BadHooks(`"${place}" is not an object`);
  const { matcher, hookCallbackIds, timeout, ...others } = group;
  for (const key of Object.keys(others))
    warn(`the driver's initialize has "${place}.${key}", which has no effect here`);
  if (timeout !== undefined && timeout !== null && !isLimit(timeout))
    warn(`the driver's "${place}.timeout" is not a number of seconds above 0 and is ignored`);
  if (matcher !== undefined && matcher !== null && typeof matcher !== "string")
    throw new BadHooks(`"${place}.matcher" is not a string`);
  if (!isListOfTexts(hookCallbackIds))
    throw new BadHooks(`"${place}.hookCallbackIds" is not a list of strings`);
  const limit = isLimit(timeout) ? { timeout: timeout * 1000 } : {};
  return {
    ...(typeof matcher === "string" ? { matcher } : {}),
    hooks: hookCallbackIds.map(
      (id): CallbackHandler => ({
        type: "callback",
        label: `callback ${id} of the driver`,
        ...limit,
        callback: async (input, toolUseId, signal) => {
          const request = { subtype: "hook_callback", callback_id: id, input };
          const about = toolUseId === undefined ? {} : { tool_use_id: toolUseId };
          return (await driver.ask({ ...request, ...about }, signal)) ?? {};
        },
      }),
    ),
  };
}

const isLimit = (value: unknown): value is number => typeof value === "number" && value > 0;

const isListOfTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((entry) => typeof entry === "string");
