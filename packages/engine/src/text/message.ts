import type { EventDefinition } from "@snaphook/protocol";
import type { HookRef } from "../stages/snapshot.ts";
import type { Audience, Message, MessageKind } from "../stages/verdict.ts";
import { failureLine, firstLine } from "./failure-line.ts";

export function message(
  { id, label }: HookRef,
  audience: Audience,
  kind: MessageKind,
  text: string,
): Message {
  return { audience, kind, text, hook: { id, label } };
}

/** The reason of a block in full, and the part of it that the hook wrote; `file` and `printedBytes` if that is only a part. */
interface RefusalTexts extends Pick<Message, "file" | "printedBytes"> {
  readonly reason: string;
  readonly words: string;
}

/**
 * Section 9 of the contract: the reason of a block, in full to the model and in one line to the
 * user; where it is not for the model, in full to the user.
 */
export function refusalMessages(
  hook: HookRef,
  { blockReaches, block }: EventDefinition,
  { reason, words, ...part }: RefusalTexts,
): readonly Message[] {
  if (blockReaches === "user") return [{ ...message(hook, "user", "reason", reason), ...part }];
  const line = `${nameOf(hook)}: ${block}: ${shortLine(words)}`;
  return [
    { ...message(hook, "model", "reason", reason), ...part },
    message(hook, "user", "reason", line),
  ];
}

/** Section 9 of the contract: a failure in one line, with how to repeat it; the verbose view has the rest of the text. */
export function failureMessages(
  hook: HookRef,
  detail: string,
  { notes, repeat }: { readonly notes: readonly string[]; readonly repeat: string | undefined },
): readonly Message[] {
  const noted = notes.length === 0 ? "" : ` (${notes.join("; ")})`;
  const again = repeat === undefined ? "" : ` (to repeat it: ${repeat})`;
  const line = `${nameOf(hook)}: ${shortLine(failureLine(detail))}${noted}${again}`;
  return [
    message(hook, "user", "failure", line),
    ...(line.includes(detail) ? [] : [message(hook, "verbose", "failure", detail)]),
  ];
}

/** Something about a hook's answer that its author should know. */
export const warningMessage = (hook: HookRef, text: string): Message =>
  message(hook, "user", "warning", `${nameOf(hook)}: ${text}`);

const maxLineLength = 500;

/** The first line of a text, and how long it is if that is not all of it. */
export function shortLine(text: string): string {
  const line = firstLine(text);
  if (line.length <= maxLineLength) return line;
  const beginning = line.slice(0, maxLineLength).replace(/[\uD800-\uDBFF]$/, "");
  return `${beginning}… (${text.length} characters)`;
}

const maxNameLength = 80;

/** A label in one line: that of a prompt hook is the whole prompt. */
export function nameOf({ label }: HookRef): string {
  const [line = ""] = label.split("\n");
  const isWhole = line === label && line.length <= maxNameLength;
  return isWhole ? label : `${line.slice(0, maxNameLength)}…`;
}
