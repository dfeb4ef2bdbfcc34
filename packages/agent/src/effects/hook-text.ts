import type { Message } from "@snaphook/engine";
import { hookText } from "@snaphook/engine";
import { laterMessages } from "@snaphook/engine/internal";
import type { TextBlock } from "../conversation/message.ts";
import type { ModelTexts } from "./step.ts";

export const textBlock = (text: string): TextBlock => ({ type: "text", text });

/** G2: texts of hooks as blocks that name the event and what it is about, such as `PreToolUse:Bash`. */
export const hookBlocks = (
  about: string,
  messages: readonly Message[],
  mark: string,
): readonly TextBlock[] => messages.map(({ text }) => textBlock(hookText(about, text, mark)));

/** G4: all objections, then all context. */
export const objectionsFirst = ({ context, objections }: ModelTexts): readonly Message[] => [
  ...objections,
  ...context,
];

/** What the model reads with a later request. */
export const laterTexts = (messages: readonly Message[]): readonly string[] =>
  laterMessages(messages).map(({ text }) => text);
