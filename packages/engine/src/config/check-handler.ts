import type { EventDefinition, Handler } from "@snaphook/protocol";
import { handlers } from "@snaphook/protocol";
import { nearestName } from "../text/nearest-name.ts";
import { checkPlacement, type HandlerPlace } from "./check-placement.ts";
import { checkTexts } from "./check-texts.ts";
import type { KeyFinding } from "./reporter.ts";

/** Keys that real configurations carry as notes (C9). */
const notes = new Set(["description", "id", "name", "comment", "_comment", "$comment"]);

/** All warnings about a valid handler. */
export function checkHandler(
  handler: Handler,
  event: EventDefinition,
  where: HandlerPlace,
): readonly KeyFinding[] {
  return [
    ...checkTexts(handler),
    ...checkTimeout(handler),
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

/** Reports an unknown key if it looks like a misspelt known one. */
export function unknownKey(key: string, known: readonly string[]): readonly KeyFinding[] {
  if (known.includes(key) || notes.has(key)) return [];
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
