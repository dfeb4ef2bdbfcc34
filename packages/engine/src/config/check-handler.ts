import type { EventDefinition, Handler } from "@snaphook/protocol";
import { brand, definitionOf, handlers } from "@snaphook/protocol";
import { variablesIn } from "../text/header-variables.ts";
import { nearestName } from "../text/nearest-name.ts";
import { checkPlacement, type HandlerPlace } from "./check-placement.ts";
import { checkTexts } from "./check-texts.ts";
import { isNote } from "./note-keys.ts";
import type { KeyFinding } from "./reporter.ts";

/** C5: what happens until an optional field that is not valid is corrected. */
export const badFieldAdvice = (path: string): string =>
  `fix it; until then ${path === "onFailure" ? "a failure of this hook refuses nothing" : "the default is used"}`;

/** All warnings about a valid handler. */
export function checkHandler(
  handler: Handler,
  event: EventDefinition,
  where: HandlerPlace,
): readonly KeyFinding[] {
  const findings = [
    ...checkTexts(handler),
    ...checkTimeout(handler),
    ...checkHeaders(handler),
    ...checkPlacement(handler, event, where),
  ];
  return withUnknownKeys(findings, handler, handlers[handler.type].fields);
}

/** Adds unknown keys that are not reported already. */
export function withUnknownKeys(
  findings: readonly KeyFinding[],
  handler: object,
  fields: readonly string[],
): readonly KeyFinding[] {
  const reported = findings.map(({ key }) => key);
  const unknown = checkUnknownKeys(handler, fields);
  return [...findings, ...unknown.filter(({ key }) => !reported.includes(key))];
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

/** C9: unknown keys are ignored, and reported unless they are notes. */
function checkUnknownKeys(handler: object, fields: readonly string[]): readonly KeyFinding[] {
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
    if (matcherNames.has(key) && !keys.includes("matcher")) {
      const message = `unknown key "${key}" is ignored, and without a matcher the group applies to everything`;
      return [{ ...found, message, advice: 'did you mean "matcher"?' }];
    }
    if (typesWith(key).length > 0) {
      const message = `"${key}" is ignored here: it belongs to a hook`;
      return [{ ...found, message, advice: `move it into the objects of the "hooks" list` }];
    }
    return unknownKey(key, known);
  });

/** Reports an unknown key, with the key or the way that does what it seems to say. */
function unknownKey(key: string, known: readonly string[]): readonly KeyFinding[] {
  if (known.includes(key) || isNote(key)) return [];
  if (switches.has(key)) return [ignoredSwitch(key)];
  const found = { key, code: "unknown-key", level: "warning" } as const;
  const types = typesWith(key);
  if (types.length > 0) {
    const message = `"${key}" is ignored: only ${types.join(" and ")} hooks have it`;
    return [{ ...found, message, advice: "remove it" }];
  }
  return [{ ...found, message: `unknown key "${key}" is ignored`, advice: adviceFor(key, known) }];
}

/** The types of hooks that have a key. */
const typesWith = (key: string): readonly string[] =>
  Object.values(handlers)
    .filter(({ fields }) => fields.includes(key))
    .map(({ type }) => type);

function adviceFor(key: string, known: readonly string[]): string {
  const instead = Object.hasOwn(insteadOf, key) ? insteadOf[key] : undefined;
  if (instead) return instead;
  const nearest = nearestName(key, known);
  return nearest
    ? `did you mean "${nearest}"?`
    : `remove it, or write "_${key}" if it is a note; known keys: ${known.join(", ")}`;
}

const inBackground = 'write "async": true if the hook should run in the background';
const refusing =
  'remove it: a hook refuses by exit code 2 or by its answer; "onFailure": "block" makes its failures refuse too';

/** What to do about keys that other tools have, or that people expect. */
const insteadOf: Readonly<Record<string, string>> = {
  background: inBackground,
  runInBackground: inBackground,
  run_in_background: inBackground,
  blocking: refusing,
  block: refusing,
  failClosed: refusing,
  fail_closed: refusing,
  cwd: "remove it: a hook starts in the agent's current directory; write cd in the command",
  env: 'remove it: set the variable in the command, or in "env" of the settings',
};

const ignoredSwitch = (key: string): KeyFinding => ({
  key,
  code: "unknown-key",
  level: "warning",
  message: `"${key}" is ignored: hooks have no such key, and run whatever it says`,
  advice: `remove it; ${brand.command} hooks disable ID turns one hook off, "disableAllHooks": true turns off all`,
});
