import { type EventDefinition, events, type Profile } from "@snaphook/protocol";
import type { CapturedText } from "../stages/hook-run.ts";
import { nearestName } from "../text/nearest-name.ts";

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
export function answerWarnings(answer: object, event: EventDefinition): readonly string[] {
  const fields = answer as Fields;
  const inner = fields["hookSpecificOutput"];
  return [
    ...Object.keys(fields).flatMap((key) => topLevelWarning(key, fields[key], event)),
    ...(isFields(inner) ? Object.keys(inner).flatMap((key) => innerWarning(key, event)) : []),
  ];
}

/** The same for what a function returned, which is not a log: an answer without any known key is said too. */
export function returnedWarnings(answer: object, event: EventDefinition): readonly string[] {
  const warnings = answerWarnings(answer, event);
  const keys = Object.keys(answer);
  if (warnings.length > 0 || keys.length === 0 || keys.some((key) => topLevel.includes(key)))
    return warnings;
  const names = keys.map((key) => `"${key}"`).join(", ");
  return [`an answer has no key ${names}, so this one is ignored; known: ${topLevel.join(", ")}`];
}

function topLevelWarning(
  key: string,
  value: unknown,
  { name, outputFields }: EventDefinition,
): readonly string[] {
  if (topLevel.includes(key)) return [];
  if (outputFields.includes(key))
    return [
      `"${key}" has no effect at the top level; write {"hookSpecificOutput": {"hookEventName": "${name}", "${key}": …}}`,
    ];
  const misplaced = isFields(value) ? Object.keys(value).find(isFieldOfAnyEvent) : undefined;
  if (misplaced !== undefined)
    return [`"${misplaced}" has no effect in "${key}"; it belongs in "hookSpecificOutput"`];
  return likely(key, [...topLevel, ...outputFields]);
}

function innerWarning(key: string, { name, outputFields }: EventDefinition): readonly string[] {
  if (key === "hookEventName" || outputFields.includes(key)) return [];
  if (topLevel.includes(key))
    return [`"${key}" has no effect in "hookSpecificOutput"; it belongs at the top level`];
  if (isFieldOfAnyEvent(key)) return [`"${key}" has no effect on ${name}`];
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
  { name }: EventDefinition,
  { readsJsonOn }: Profile,
): readonly string[] {
  if (readsJsonOn !== "every-event" && !readsJsonOn.some((one) => one === name)) return [];
  const trimmed = text.replace(/^\uFEFF/, "").trim();
  const isObject = trimmed.startsWith("{");
  if (!complete) return [];
  if (isObject)
    return [
      `stdout starts with { but is not one JSON object (${whyNot(trimmed)}), so it is plain text`,
    ];
  if (!answerKey.test(trimmed)) return [];
  return ["stdout has text around a JSON answer, so all of it is plain text; print the JSON alone"];
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

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
