import {
  type CommonOutput,
  type EventDefinition,
  isEventName,
  type Profile,
} from "@snaphook/protocol";
import type { CapturedText } from "../stages/hook-run.ts";

/** What a text that might be an answer is. */
export type Answer =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "answer"; readonly output: CommonOutput }
  /** An object, but not an answer. */
  | { readonly kind: "invalid"; readonly text: string; readonly detail: string }
  /** An answer to another event. */
  | { readonly kind: "wrong-event"; readonly detail: string };

/** A1, A4: a text is JSON if, trimmed, it is one whole object; anything else is plain text. */
export function readAnswer(stdout: CapturedText, event: EventDefinition, profile: Profile): Answer {
  const text = stdout.text.replace(/^\uFEFF/, "").trim();
  const readsJson =
    profile.readsJsonOn === "every-event" || includes(profile.readsJsonOn, event.name);
  if (!stdout.complete || !text.startsWith("{") || !readsJson) return { kind: "text", text };
  const value = parseObject(text);
  if (value !== undefined) return checkAnswer(value, text, event, profile);
  if (profile.severalJsonLines === "failure" && isJsonLines(text))
    return { kind: "invalid", text, detail: "several JSON objects; an answer is one" };
  return { kind: "text", text };
}

/** Checks an object against what the event lets a hook answer, in the words the profile knows. */
export function checkAnswer(
  value: unknown,
  text: string,
  event: EventDefinition,
  profile: Profile,
): Answer {
  const named = eventNamedIn(value);
  if (named !== undefined && named !== event.name && !event.exitCodeOnly && isEventName(named))
    return { kind: "wrong-event", detail: `the answer is for ${named}, and this is ${event.name}` };
  const parsed = event.output.parse(value);
  if (!parsed.ok)
    return {
      kind: "invalid",
      text,
      detail: parsed.problems.map(({ path, message }) => `${path}: ${message}`).join("; "),
    };
  const output = parsed.value as CommonOutput;
  const word = unknownWord(output, profile);
  if (word !== undefined && !event.exitCodeOnly) return { kind: "invalid", text, detail: word };
  return { kind: "answer", output };
}

/** Words that some hosts know and this profile does not. */
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

function eventNamedIn(value: unknown): string | undefined {
  const own = (value as CommonOutput).hookSpecificOutput;
  const name = typeof own === "object" && own !== null ? own["hookEventName"] : undefined;
  return typeof name === "string" ? name : undefined;
}

function parseObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

const isJsonLines = (text: string): boolean => {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return lines.length > 1 && lines.every((line) => parseObject(line) !== undefined);
};

const includes = (names: readonly string[], name: string): boolean => names.includes(name);
