import type { Profile } from "@snaphook/protocol";
import type { Message } from "../stages/verdict.ts";

/** P11: the longest text that the model gets in full. */
const maxLength = 10_000;

/** P11, section 12 of the contract: marks the texts that are too long for the model. */
export const markLongTexts = (
  messages: readonly Message[],
  { cutsLongText }: Profile,
): readonly Message[] =>
  messages.map((message) =>
    message.text.length > maxLength && isCut(message, cutsLongText)
      ? { ...message, cut: true }
      : message,
  );

/** A reason that goes to the user instead of the model is cut too. */
const isCut = ({ audience, kind }: Message, which: Profile["cutsLongText"]): boolean =>
  (audience === "model" && cuts[which].includes(kind)) ||
  (audience === "user" && kind === "reason" && which === "all");

const cuts: Readonly<Record<Profile["cutsLongText"], readonly Message["kind"][]>> = {
  all: ["context", "reason", "stdout", "stderr", "system-message", "stop-reason", "instructions"],
  "stdout-and-context": ["stdout", "context"],
  none: [],
};
