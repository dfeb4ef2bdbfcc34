import type { EventDefinition, Handler } from "@snaphook/protocol";
import { brand, definitionOf, handlers } from "@snaphook/protocol";
import { variablesIn } from "../text/header-variables.ts";
import { nearestName } from "../text/nearest-name.ts";
import { checkPlacement, type HandlerPlace } from "./check-placement.ts";
import { checkTexts } from "./check-texts.ts";
import type { KeyFinding } from "./reporter.ts";

/** Keys that real configurations carry as notes (C9). */
export const noteKeys: ReadonlySet<string> = new Set([
  "description",
  "id",
  "name",
  "comment",
  "_comment",
  "$comment",
]);

/** All warnings about a valid handler. */
export function checkHandler(
  handler: Handler,
  event: EventDefinition,
  where: HandlerPlace,
): readonly KeyFinding[] {
  return [
    ...checkTexts(handler),
    ...checkTimeout(handler),
    ...checkHeaders(handler),
    ...checkPlacement(handler, event, where),
    ...checkUnknownKeys(handler),
  ];
}

function checkTimeout({ timeout, type }: Handler): readonly KeyFinding[] {
  if (timeout === undefined || timeout < 1000 || handlers[type].limit.unit !== "seconds") return [];
  return [
    {
      key: "timeout",
      code: "timeout-in-milliseconds",
      level: "warning",
      message: `timeout ${timeout} is in seconds: ${Math.round(timeout / 60)} minutes`,
      advice: `write ${timeout / 1000} if you meant milliseconds`,
    },
  ];
}

/** H4: a variable that is not allowed becomes empty, and the server sees a request without its token. */
function checkHeaders(handler: Handler): readonly KeyFinding[] {
  const { run } = definitionOf(handler);
  if (run.by !== "http") return [];
  const { headers = {}, allowedEnvVars = [] } = run.with(handler);
  const names = new Set(Object.values(headers).flatMap(variablesIn));
  return [...names]
    .filter((name) => !allowedEnvVars.includes(name))
    .map((name) => ({
      key: "headers",
      code: "header-variable-not-allowed",
      level: "warning" as const,
      message: `a header uses $${name}, which is not in allowedEnvVars, so it is empty`,
      advice: `write "allowedEnvVars": ${JSON.stringify([...allowedEnvVars, name])}`,
    }));
}

/** Keys of a matcher group, which are one level too deep on a handler. */
const groupKeys = new Set(["matcher", "hooks", "sequential"]);

/** A3: unknown keys are ignored; one that looks like a known key is reported. */
function checkUnknownKeys(handler: Handler): readonly KeyFinding[] {
  const { fields } = handlers[handler.type];
  return Object.keys(handler).flatMap((key) => {
    if (!groupKeys.has(key)) return unknownKey(key, fields);
    const message = `"${key}" is ignored here: it belongs to the group`;
    const advice = `move it next to the "hooks" list that contains this hook`;
    return [{ key, code: "unknown-key", level: "warning", message, advice }];
  });
}

/** Keys by which people try to switch a hook on or off, or say when it runs. */
const switches: ReadonlySet<string> = new Set(["enabled", "disabled", "enable", "disable"]);

/** What people write for "matcher"; without one the group applies to everything. */
const matcherNames: ReadonlySet<string> = new Set(["tool", "tools", "tool_name", "pattern"]);

/** All warnings about the keys of a matcher group. */
export const checkGroupKeys = (
  keys: readonly string[],
  known: readonly string[],
): readonly KeyFinding[] =>
  keys.flatMap((key) => {
    const found = { key, code: "unknown-key", level: "warning" } as const;
    if (key === "type" || handlers.command.fields.includes(key)) {
      const message = `"${key}" is ignored here: it belongs to a hook`;
      return [{ ...found, message, advice: `move it into the objects of the "hooks" list` }];
    }
    if (matcherNames.has(key) && !keys.includes("matcher")) {
      const message = `unknown key "${key}" is ignored, and without a matcher the group applies to everything`;
      return [{ ...found, message, advice: 'did you mean "matcher"?' }];
    }
    return unknownKey(key, known);
  });

/** Reports an unknown key if it looks like a misspelt known one, or like a switch. */
function unknownKey(key: string, known: readonly string[]): readonly KeyFinding[] {
  if (known.includes(key) || noteKeys.has(key)) return [];
  if (switches.has(key)) return [ignoredSwitch(key)];
  const nearest = nearestName(key, known);
  if (nearest === undefined) return [];
  const advice = `did you mean "${nearest}"?`;
  return [
    {
      key,
      code: "unknown-key",
      level: "warning",
      message: `unknown key "${key}" is ignored`,
      advice,
    },
  ];
}

const ignoredSwitch = (key: string): KeyFinding => ({
  key,
  code: "unknown-key",
  level: "warning",
  message: `"${key}" is ignored: hooks have no such key, and run whatever it says`,
  advice: `remove it; ${brand.command} hooks disable ID turns one hook off, "disableAllHooks": true turns off all`,
});
