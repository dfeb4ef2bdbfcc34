import {
  answerSchema,
  type CommonOutput,
  type EventDefinition,
  isEventName,
  type Profile,
  readsDecision,
} from "@snaphook/protocol";
import type { CapturedText } from "../stages/hook-run.ts";
import { outputLimits } from "../text/output-limits.ts";

/** How stdout was read. */
export type Answer =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "answer"; readonly output: CommonOutput }
  /** An object, but not an answer. */
  | { readonly kind: "invalid"; readonly text: string; readonly detail: string }
  /** It begins like an object and is longer than what is kept in memory (P11). */
  | { readonly kind: "too-long"; readonly detail: string }
  /** Several objects, in a profile that does not read them as text. */
  | { readonly kind: "several"; readonly detail: string }
  /** An answer to another event. */
  | { readonly kind: "wrong-event"; readonly detail: string };

/** A1, A4: a text is JSON if, after trimming, it is one whole object; anything else is plain text. */
export function readAnswer(stdout: CapturedText, event: EventDefinition, profile: Profile): Answer {
  const text = stdout.text.replace(/^\uFEFF/, "").trim();
  const readsJson =
    profile.readsJsonOn === "every-event" || includes(profile.readsJsonOn, event.name);
  if (!text.startsWith("{") || !readsJson) return { kind: "text", text };
  if (!stdout.complete)
    return {
      kind: "too-long",
      detail: `the answer is too long to be read: ${stdout.bytes} bytes, at most ${outputLimits.memory} are read`,
    };
  const value = parseObject(text);
  if (value !== undefined) return checkAnswer(value, text, event, profile);
  if (profile.severalJsonLines === "failure" && isJsonLines(text))
    return { kind: "several", detail: "several JSON objects; an answer must be one object" };
  return { kind: "text", text };
}

/** Checks an object against the event's schema and the decision words of the profile. */
export function checkAnswer(
  value: object,
  text: string,
  event: EventDefinition,
  profile: Profile,
): Exclude<Answer, { kind: "text" | "several" | "too-long" }> {
  const named = eventNamedIn(value);
  if (named !== undefined && named !== event.name && !event.exitCodeOnly && isEventName(named))
    return {
      kind: "wrong-event",
      detail: `the answer is for ${named}, but this event is ${event.name}`,
    };
  if (isTooDeep(value)) return { kind: "invalid", text, detail: "it is nested too deeply" };
  const parsed = answerSchema(event, profile).parse(value);
  if (!parsed.ok)
    return {
      kind: "invalid",
      text,
      detail: parsed.problems.map(({ path, message }) => `${path}: ${message}`).join("; "),
    };
  const output = parsed.value as CommonOutput;
  const word = readsDecision(event, profile) ? unknownWord(output, profile) : undefined;
  return word === undefined ? { kind: "answer", output } : { kind: "invalid", text, detail: word };
}

/** Reports decision words that other hosts have and this profile does not. */
function unknownWord(
  { decision, hookSpecificOutput }: CommonOutput,
  profile: Profile,
): string | undefined {
  if (decision !== undefined && !profile.decisionWords.includes(decision))
    return `decision: "${decision}" is not one of ${profile.decisionWords.join(", ")}`;
  if (profile.defer === "not-a-word" && hookSpecificOutput?.["permissionDecision"] === "defer")
    return 'hookSpecificOutput.permissionDecision: "defer" is not one of allow, deny, ask';
  return undefined;
}

function eventNamedIn(value: object): string | undefined {
  const own = (value as CommonOutput).hookSpecificOutput;
  const name = typeof own === "object" && own !== null ? own["hookEventName"] : undefined;
  return typeof name === "string" ? name : undefined;
}

function parseObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A value that can be parsed may still be nested too deeply to be serialised later, which must not throw. */
function isTooDeep(value: object): boolean {
  const levels = 500;
  let level: readonly object[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > levels) return true;
    level = level.flatMap((one) =>
      Object.values(one).filter((inner): inner is object => typeof inner === "object" && !!inner),
    );
  }
  return false;
}

const isJsonLines = (text: string): boolean => {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return lines.length > 1 && lines.every((line) => parseObject(line) !== undefined);
};

const includes = (names: readonly string[], name: string): boolean => names.includes(name);
