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

/**
 * Section 9 of the contract: the reason of a block, in full to the model and in one line to the
 * user; where it is not for the model, in full to the user.
 */
export function refusalMessages(
  hook: HookRef,
  { blockReaches, block }: EventDefinition,
  { reason, words }: { readonly reason: string; readonly words: string },
): readonly Message[] {
  if (blockReaches === "user") return [message(hook, "user", "reason", reason)];
  const line = `${nameOf(hook)}: ${block}: ${firstLine(words)}`;
  return [message(hook, "model", "reason", reason), message(hook, "user", "reason", line)];
}

/** Section 9 of the contract: a failure in one line, with how to repeat it; the verbose view has the rest of the text. */
export function failureMessages(
  hook: HookRef,
  detail: string,
  { notes, repeat }: { readonly notes: readonly string[]; readonly repeat: string | undefined },
): readonly Message[] {
  const noted = notes.length === 0 ? "" : ` (${notes.join("; ")})`;
  const again = repeat === undefined ? "" : ` (to repeat it: ${repeat})`;
  const line = `${nameOf(hook)}: ${failureLine(detail)}${noted}${again}`;
  return [
    message(hook, "user", "failure", line),
    ...(detail.includes("\n") ? [message(hook, "verbose", "failure", detail)] : []),
  ];
}

/** Something about a hook's answer that its author should know. */
export const warningMessage = (hook: HookRef, text: string): Message =>
  message(hook, "user", "warning", `${nameOf(hook)}: ${text}`);

const maxNameLength = 80;

/** A label in one line: that of a prompt hook is the whole prompt. */
export function nameOf({ label }: HookRef): string {
  const [line = ""] = label.split("\n");
  const isWhole = line === label && line.length <= maxNameLength;
  return isWhole ? label : `${line.slice(0, maxNameLength)}…`;
}
