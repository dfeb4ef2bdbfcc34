import type { EventDefinition, Handler } from "@snaphook/protocol";
import { handlers } from "@snaphook/protocol";
import { nearestName } from "../nearest-name.ts";
import type { Scope } from "../stages/snapshot.ts";
import type { Finding } from "./reporter.ts";

/** A finding about one key of a handler. */
export interface KeyFinding extends Finding {
  readonly key: string;
}

/** Keys that real configurations carry as notes (C9). */
const notes = new Set(["description", "id", "name", "comment", "_comment", "$comment"]);

/** Everything odd about a handler that is well formed. */
export function checkHandler(
  handler: Handler,
  event: EventDefinition,
  scope: Scope,
): readonly KeyFinding[] {
  return [
    ...checkTimeout(handler),
    ...checkPlacement(handler, event, scope),
    ...checkUnknownKeys(handler),
  ];
}

function checkTimeout({ timeout }: Handler): readonly KeyFinding[] {
  if (timeout === undefined || timeout < 1000) return [];
  return [
    {
      key: "timeout",
      code: "timeout-in-milliseconds",
      level: "warning",
      message: `timeout ${timeout} is in seconds: ${Math.round(timeout / 60)} minutes`,
      advice: `write ${timeout / 1000} if milliseconds were meant`,
    },
  ];
}

/** Fields that count in some places only (C3, H9, M8). */
function checkPlacement(
  handler: Handler,
  event: EventDefinition,
  scope: Scope,
): readonly KeyFinding[] {
  const findings: KeyFinding[] = [];
  const warn = (key: string, code: string, message: string, advice: string) =>
    findings.push({ key, code, level: "warning", message, advice });
  if (handler.once === true && scope !== "skill" && scope !== "agent")
    warn(
      "once",
      "once-ignored",
      "once counts in the front matter of skills and agents only",
      "remove it",
    );
  if (handler.type !== "command" && "async" in handler)
    warn(
      "async",
      "async-ignored",
      `async is for command hooks; this ${handler.type} hook runs normally`,
      "remove it",
    );
  if (handler.type === "command" && handler.onFailure === "block" && !event.refusable)
    warn(
      "onFailure",
      "on-failure-ignored",
      `${event.name} cannot be refused, so onFailure does nothing`,
      "remove it",
    );
  if (
    handler.type === "command" &&
    handler.prewarm === true &&
    (handler.async || event.hasEnvironmentFile)
  )
    warn(
      "prewarm",
      "prewarm-ignored",
      "a hook that is async or writes CLAUDE_ENV_FILE is never prewarmed",
      "remove it",
    );
  if (handler.if !== undefined && !event.isAboutTool)
    warn(
      "if",
      "if-without-tool",
      `if is for tool events; on ${event.name} this hook never runs`,
      "remove it, or use a matcher",
    );
  if ((handler.type === "prompt" || handler.type === "agent") && !event.takesModelHooks)
    warn(
      "type",
      "model-hook-not-here",
      `${handler.type} hooks do not run on ${event.name}`,
      "use a command or http hook",
    );
  return findings;
}

/** A3: unknown keys are ignored; one that looks like a known key is named. */
function checkUnknownKeys(handler: Handler): readonly KeyFinding[] {
  const { fields } = handlers[handler.type];
  return Object.keys(handler).flatMap((key) => {
    if (fields.includes(key) || notes.has(key)) return [];
    const nearest = nearestName(key, fields);
    if (nearest === undefined) return [];
    return [
      {
        key,
        code: "unknown-key",
        level: "warning",
        message: `unknown key "${key}" is ignored`,
        advice: `did you mean "${nearest}"?`,
      },
    ];
  });
}
