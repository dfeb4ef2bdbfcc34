import type { Message, Outcome } from "@snaphook/engine";
import type { TextBlock } from "../conversation/message.ts";

/** G2: what a hook says to the model, so that it reads as coming from a hook; the hook's bytes are unchanged. */
export const hookText = (about: string, text: string): string =>
  `<hook event="${about}">\n${text}\n</hook>`;

export const textBlock = (text: string): TextBlock => ({ type: "text", text });

const isNow = ({ audience, later }: Message): boolean => audience === "model" && later !== true;

/** What hooks add for the model now: their context and, where it counts, what they printed, in plan order (F5). */
export const contextMessages = ({ messages }: Pick<Outcome, "messages">): readonly Message[] =>
  messages.filter((message) => isNow(message) && message.kind !== "reason");

/** Why hooks object, for the model to read now. */
export const reasonMessages = ({ messages }: Pick<Outcome, "messages">): readonly Message[] =>
  messages.filter((message) => isNow(message) && message.kind === "reason");

/** The context alone, one text each. */
export const contextTexts = (outcome: Pick<Outcome, "messages">): readonly string[] =>
  contextMessages(outcome).map(({ text }) => text);

/** The same, as blocks that name the event and what it is about, such as `PreToolUse:Bash`. */
export const contextBlocks = (
  outcome: Pick<Outcome, "messages">,
  about: string,
): readonly TextBlock[] => contextTexts(outcome).map((text) => textBlock(hookText(about, text)));

/** What the model is to be told with a later request (section 12 of the contract: stop reasons, texts of background hooks). */
export const laterTexts = (messages: readonly Message[]): readonly string[] =>
  messages
    .filter(({ audience, later }) => audience === "model" && later === true)
    .map(({ text }) => text);
