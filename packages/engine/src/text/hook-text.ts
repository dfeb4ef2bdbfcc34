import type { Message } from "../stages/verdict.ts";

/**
 * G2: marks a text as coming from a hook and not from the user; the hook's bytes are unchanged. `mark` is a word that
 * no one can guess, the same for the whole session: a file that contains a `<hook>` element does not have it. Tell the
 * model about it in the system prompt.
 */
export function hookText(about: string, text: string, mark?: string): string {
  const proof = mark === undefined ? "" : ` mark="${mark}"`;
  return `<hook event="${about}"${proof}>\n${text}\n</hook${proof}>`;
}

/** What hooks add for the model now: context and, on some events, plain stdout, in plan order (F5). */
export const contextMessages = (messages: readonly Message[]): readonly Message[] =>
  messages.filter((message) => isForModelNow(message) && message.kind !== "reason");

/** Why hooks object, for the model to read now. */
export const reasonMessages = (messages: readonly Message[]): readonly Message[] =>
  messages.filter((message) => isForModelNow(message) && message.kind === "reason");

/** What the model reads with a later request: stop reasons, texts of background hooks (section 12 of the contract). */
export const laterMessages = (messages: readonly Message[]): readonly Message[] =>
  messages.filter(({ audience, later }) => audience === "model" && later === true);

const isForModelNow = ({ audience, later }: Message): boolean =>
  audience === "model" && later !== true;
