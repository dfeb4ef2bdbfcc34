import { brand, type EventDefinition } from "@snaphook/protocol";
import type { HookRef } from "../stages/snapshot.ts";
import type { Audience, Message, MessageKind } from "../stages/verdict.ts";

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
  { name }: EventDefinition,
  detail: string,
): readonly Message[] {
  const line = `${nameOf(hook)}: ${firstLine(detail)} (to repeat it: ${brand.command} run ${name})`;
  return [
    message(hook, "user", "failure", line),
    ...(detail.includes("\n") ? [message(hook, "verbose", "failure", detail)] : []),
  ];
}

const maxNameLength = 80;

/** A label in one line: that of a prompt hook is the whole prompt. */
function nameOf({ label }: HookRef): string {
  const [line = ""] = label.split("\n");
  const isWhole = line === label && line.length <= maxNameLength;
  return isWhole ? label : `${line.slice(0, maxNameLength)}…`;
}

const firstLine = (text: string): string => text.split("\n", 1)[0] ?? "";
