import type { EventDefinition } from "@snaphook/protocol";
import type { HookRef } from "../stages/snapshot.ts";
import type { Audience, Message, MessageKind } from "../stages/verdict.ts";
import { failureLine } from "./failure-line.ts";
import { shortLine } from "./short-line.ts";

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
  /** If the hook refuses because it failed. */
  readonly about?: FailureFacts;
}

/** What else the user should know about a failure. */
export interface FailureFacts {
  readonly notes: readonly string[];
  /** The command that repeats it. */
  readonly repeat: string | undefined;
}

/**
 * Section 9 of the contract: the reason of a block, in full to the model and in one line to the
 * user; where it is not for the model, in full to the user.
 */
export function refusalMessages(
  hook: HookRef,
  { blockReaches, block }: EventDefinition,
  { reason, words, about, ...part }: RefusalTexts,
): readonly Message[] {
  if (blockReaches === "user") return [{ ...message(hook, "user", "reason", reason), ...part }];
  const line = `${nameOf(hook)}: ${block}: ${shortLine(words, forUser)}${inBrackets(about)}`;
  return [
    { ...message(hook, "model", "reason", reason), ...part },
    message(hook, "user", "reason", line),
  ];
}

/** Section 9 of the contract: a failure in one line, with how to repeat it; the verbose view has the rest of the text. */
export function failureMessages(
  hook: HookRef,
  detail: string,
  about: FailureFacts | undefined,
): readonly Message[] {
  const line = `${nameOf(hook)}: ${shortLine(failureLine(detail), forUser)}${inBrackets(about)}`;
  return [
    message(hook, "user", "failure", line),
    ...(line.includes(detail) ? [] : [message(hook, "verbose", "failure", detail)]),
  ];
}

const inBrackets = ({ notes, repeat }: FailureFacts = { notes: [], repeat: undefined }): string => {
  const noted = notes.length === 0 ? "" : ` (${notes.join("; ")})`;
  return repeat === undefined ? noted : `${noted} (to repeat it: ${repeat})`;
};

/** Something about a hook's answer that its author should know. */
export const warningMessage = (hook: HookRef, text: string): Message =>
  message(hook, "user", "warning", `${nameOf(hook)}: ${text}`);

/** How a line for the user is cut. */
const forUser = { maxLength: 500, more: "the verbose view" };

/** A label in one line: that of a prompt hook is the whole prompt. */
export const nameOf = ({ label }: HookRef): string => shortLine(label, { maxLength: 80 });
