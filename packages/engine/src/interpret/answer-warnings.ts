import {
  decisionBlocks,
  type EventDefinition,
  events,
  isBlockable,
  isRefusable,
  type Profile,
} from "@snaphook/protocol";
import { isObject as isFields } from "../is-object.ts";
import type { CapturedText } from "../stages/hook-run.ts";
import { nearestName } from "../text/nearest-name.ts";
import { howToRefuse, meansRefusal, refusesInText } from "./refusal-words.ts";

/** The keys that count at the top level of an answer (A3), and those that ask for the background (P12). */
const topLevel = [
  "continue",
  "stopReason",
  "suppressOutput",
  "systemMessage",
  "decision",
  "reason",
  "hookSpecificOutput",
  "async",
  "asyncTimeout",
];

/** Whether an event has this field inside `hookSpecificOutput`. */
const isFieldOfAnyEvent = (name: string): boolean =>
  Object.values(events).some(({ outputFields }: EventDefinition) => outputFields.includes(name));

type Fields = Readonly<Record<string, unknown>>;

/** A3: parts of a valid answer that have no effect, and were probably meant to have one. */
export function answerWarnings(
  answer: object,
  event: EventDefinition,
  profile: Profile,
): readonly string[] {
  const fields = answer as Fields;
  const inner = fields["hookSpecificOutput"];
  const own = isFields(inner) ? inner : {};
  const warnings = [
    ...ignoredDecision(fields, event, profile),
    ...Object.keys(fields).flatMap((key) => topLevelWarning(key, fields[key], event)),
    ...Object.keys(own).flatMap((key) => innerWarning(key, event, profile)),
  ];
  if (warnings.length > 0 || decides(fields, own)) return warnings;
  return [
    ...loneReasons(fields, own, event, profile),
    ...noDecision(fields, own, event, profile),
  ].slice(0, 1);
}

/** A6: a decision on an event that reads none. */
function ignoredDecision(
  { decision }: Fields,
  event: EventDefinition,
  profile: Profile,
): readonly string[] {
  if (decision === undefined || decisionBlocks(event, profile)) return [];
  const what = `"decision"${typeof decision === "string" ? `: ${JSON.stringify(decision)}` : ""} has no effect on ${event.name}`;
  return [
    isBlockable(event, profile)
      ? `${what}, so this answer refuses nothing; to refuse, ${howToRefuse(event)}`
      : `${what}, which no hook can refuse`,
  ];
}

/** The same for what a function returned, which is not a log: an answer without any known key is said too. */
export function returnedWarnings(
  answer: object,
  event: EventDefinition,
  profile: Profile,
): readonly string[] {
  const warnings = answerWarnings(answer, event, profile);
  const keys = Object.keys(answer);
  if (warnings.length > 0 || keys.length === 0 || keys.some((key) => topLevel.includes(key)))
    return warnings;
  return [`${noSuchKeys(keys)}, so this one is ignored; known: ${topLevel.join(", ")}`];
}

const maxKeys = 4;

function noSuchKeys(keys: readonly string[]): string {
  const names = keys.slice(0, maxKeys).map((key) => `"${key}"`);
  const more = keys.length > maxKeys ? " …" : "";
  return `an answer has no ${keys.length === 1 ? "key" : "keys"} ${names.join(", ")}${more}`;
}

/** Whether an answer says anything about the event itself. */
const decides = (fields: Fields, own: Fields): boolean =>
  [fields["decision"], fields["continue"], own["permissionDecision"], own["decision"]].some(
    (value) => value !== undefined,
  );

/** A5: a reason without the decision it belongs to is ignored. */
const loneReasons = (
  fields: Fields,
  own: Fields,
  event: EventDefinition,
  profile: Profile,
): readonly string[] => [
  ...(isText(fields["reason"])
    ? [
        decisionBlocks(event, profile)
          ? '"reason" has no effect without "decision": "block" next to it'
          : `"reason" has no effect on ${event.name}`,
      ]
    : []),
  ...(isText(fields["stopReason"])
    ? ['"stopReason" has no effect without "continue": false next to it']
    : []),
  ...(isText(own["permissionDecisionReason"])
    ? ['"permissionDecisionReason" has no effect without "permissionDecision" next to it']
    : []),
];

const isText = (value: unknown): boolean => typeof value === "string" && value.trim() !== "";

/**
 * An answer that decides nothing, where a decision counts: one with a key that seems to refuse, or, where a guard is
 * asked, one with no known key at all. A hook that prints its input is a log.
 */
function noDecision(
  fields: Fields,
  own: Fields,
  event: EventDefinition,
  profile: Profile,
): readonly string[] {
  if (!isBlockable(event, profile) || "hook_event_name" in fields) return [];
  const unknown = Object.keys(fields).filter((key) => !topLevel.includes(key));
  const refusing = [
    ...unknown.filter((key) => meansRefusal(key, fields[key])),
    ...Object.keys(own).filter(
      (key) => !event.outputFields.includes(key) && meansRefusal(key, own[key]),
    ),
  ];
  const isForeign = unknown.length > 0 && unknown.length === Object.keys(fields).length;
  const named = refusing.length > 0 ? refusing : unknown;
  if (refusing.length === 0 && !(isForeign && isRefusable(event, profile))) return [];
  return [`${noSuchKeys(named)}, so this one refuses nothing; to refuse, ${howToRefuse(event)}`];
}

function topLevelWarning(
  key: string,
  value: unknown,
  { name, outputFields }: EventDefinition,
): readonly string[] {
  if (topLevel.includes(key)) return [];
  if (outputFields.includes(key))
    return [
      `"${key}" has no effect at the top level${meansRefusal(key, value) ? ", so this answer refuses nothing" : ""}; write {"hookSpecificOutput": {"hookEventName": "${name}", "${key}": …}}`,
    ];
  const misplaced = isFields(value) ? Object.keys(value).find(isFieldOfAnyEvent) : undefined;
  if (misplaced !== undefined)
    return [`"${misplaced}" has no effect in "${key}"; it belongs in "hookSpecificOutput"`];
  return likely(key, [...topLevel, ...outputFields]);
}

function innerWarning(key: string, event: EventDefinition, profile: Profile): readonly string[] {
  const { name, outputFields } = event;
  if (key === "hookEventName" || outputFields.includes(key)) return [];
  if (topLevel.includes(key) && (key !== "decision" || decisionBlocks(event, profile)))
    return [`"${key}" has no effect in "hookSpecificOutput"; it belongs at the top level`];
  if (key === "decision" || isFieldOfAnyEvent(key)) return [`"${key}" has no effect on ${name}`];
  return likely(key, outputFields);
}

function likely(key: string, known: readonly string[]): readonly string[] {
  const nearest = nearestName(key, known);
  return nearest === undefined
    ? []
    : [`unknown key "${key}" is ignored; did you mean "${nearest}"?`];
}

/** What only an answer has. */
const answerKey = /"(?:hookSpecificOutput|permissionDecision|decision)"\s*:/;

/** A1: text that looks like an answer and is not read as one. */
export function textWarnings(
  { text, complete }: CapturedText,
  event: EventDefinition,
  profile: Profile,
): readonly string[] {
  const { readsJsonOn } = profile;
  if (readsJsonOn !== "every-event" && !readsJsonOn.some((one) => one === event.name)) return [];
  if (!complete) return [];
  const trimmed = text.replace(/^\uFEFF/, "").trim();
  if (trimmed.startsWith("{"))
    return [
      `stdout starts with { but is not one JSON object (${whyNot(trimmed)}), so it is plain text`,
    ];
  const refuses = refusesInText(trimmed) && isBlockable(event, profile);
  if (!refuses && !answerKey.test(trimmed)) return [];
  const isJson = jsonProblem(trimmed) === "";
  if (isJson && trimmed.startsWith("["))
    return ["stdout is a JSON list, so it is plain text; print one object, not a list"];
  if (answerKey.test(trimmed) || trimmed.includes("{"))
    return [
      "stdout has text around a JSON answer, so all of it is plain text; print the JSON alone",
    ];
  return [`stdout is plain text, so it refuses nothing; to refuse, ${howToRefuse(event)}`];
}

function whyNot(text: string): string {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  if (lines.length > 1 && lines.every((line) => jsonProblem(line) === ""))
    return "there are several";
  const problem = jsonProblem(text);
  if (/after JSON/.test(problem)) return "there is text after it";
  const position = Number(/position (\d+)/.exec(problem)?.[1] ?? 0);
  const isCut = position >= text.length || /end of JSON|Unterminated/.test(problem);
  return isCut ? "it breaks off" : "it is not valid JSON";
}

/** What the parser says; empty for valid JSON. */
function jsonProblem(text: string): string {
  try {
    JSON.parse(text);
    return "";
  } catch (error) {
    return String(error);
  }
}
