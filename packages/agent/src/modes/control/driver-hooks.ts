import type { CodeHooks } from "@snaphook/engine";
import type { CodeHookGroup } from "@snaphook/engine/internal";
import { isObject, nearestName } from "@snaphook/engine/internal";
import { type CallbackHandler, eventNames, events, isEventName } from "@snaphook/protocol";
import { errorText } from "../../error-text.ts";
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
export function driverHooks(
  hooks: unknown,
  driver: Driver,
  /** Whether the profile of the session calls no hooks of drivers on an event. */
  skips: (event: string) => boolean = () => false,
): DriverHooks {
  if (hooks === undefined || hooks === null) return { hooks: {}, warnings: [] };
  if (!isObject(hooks)) throw new BadHooks('"hooks" is not an object with event names as keys');
  const warnings: string[] = [];
  const known: [string, readonly CodeHookGroup[]][] = [];
  for (const [event, groups] of Object.entries(hooks)) {
    if (!Array.isArray(groups)) throw new BadHooks(`"hooks.${event}" is not a list of groups`);
    const read = groups.map((group, index) =>
      readGroup(group, `hooks.${event}[${index}]`, { driver, event, skips }, (text) =>
        warnings.push(text),
      ),
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

interface GroupContext {
  readonly driver: Driver;
  readonly event: string;
  skips(event: string): boolean;
}

function readGroup(
  group: unknown,
  place: string,
  { driver, event, skips }: GroupContext,
  warn: (text: string) => void,
): CodeHookGroup {
  if (!isObject(group)) throw new BadHooks(`"${place}" is not an object`);
  const { matcher, hookCallbackIds, timeout, onFailure, ...others } = group;
  for (const key of Object.keys(others))
    warn(`the driver's initialize has "${place}.${key}", which has no effect here`);
  if (timeout !== undefined && timeout !== null && !isLimit(timeout))
    warn(`the driver's "${place}.timeout" is not a number of seconds above 0 and is ignored`);
  if (onFailure !== undefined && onFailure !== "continue" && onFailure !== "block")
    throw new BadHooks(
      `"${place}.onFailure" is ${JSON.stringify(onFailure)}, expected "continue" or "block"`,
    );
  if (matcher !== undefined && matcher !== null && typeof matcher !== "string")
    throw new BadHooks(`"${place}.matcher" is not a string`);
  if (!isListOfTexts(hookCallbackIds))
    throw new BadHooks(`"${place}.hookCallbackIds" is not a list of strings`);
  const limit = isLimit(timeout) ? { timeout: timeout * 1000 } : {};
  const blocks = onFailure === "block" && isEventName(event) && events[event].refusable;
  return {
    ...(typeof matcher === "string" ? { matcher } : {}),
    hooks: hookCallbackIds.map(
      (id): CallbackHandler => ({
        type: "callback",
        label: `callback ${id} of the driver`,
        ...limit,
        callback: async (input, toolUseId, signal) => {
          if (skips(event)) return {};
          const request = { subtype: "hook_callback", callback_id: id, input };
          const about = toolUseId === undefined ? {} : { tool_use_id: toolUseId };
          const answer = () => driver.ask({ ...request, ...about }, signal);
          return (await (blocks ? answerOrBlock(event, answer) : answer())) ?? {};
        },
      }),
    ),
  };
}

/** `onFailure: "block"`: what the event guards does not happen if the driver's hook fails. */
async function answerOrBlock(event: string, answer: () => Promise<unknown>): Promise<unknown> {
  try {
    const given = await answer();
    if (given === undefined || given === null || isObject(given)) return given;
    return blocking(event, "its answer is not an object");
  } catch (error) {
    return blocking(event, errorText(error));
  }
}

/** How a hook refuses, on the events that have their own form for it. */
const refusals: Readonly<Record<string, (reason: string) => object>> = {
  PreToolUse: (reason) => ({ permissionDecision: "deny", permissionDecisionReason: reason }),
  PermissionRequest: (message) => ({ decision: { behavior: "deny", message } }),
};

function blocking(event: string, why: string): object {
  const reason = `a hook of the program that drives this session failed: ${why}`;
  const specific = refusals[event]?.(reason);
  return specific
    ? { hookSpecificOutput: { hookEventName: event, ...specific } }
    : { decision: "block", reason };
}

const isLimit = (value: unknown): value is number => typeof value === "number" && value > 0;

const isListOfTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((entry) => typeof entry === "string");
