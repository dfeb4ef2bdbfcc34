import type { Profile } from "@snaphook/protocol";
import type { Message } from "../stages/verdict.ts";

/** P11: the longest text the model gets whole. */
const longest = 10_000;

/** P11, section 12 of the contract: marks the texts that are too long for the model. */
export const markLongTexts = (
  messages: readonly Message[],
  { cutsLongText }: Profile,
): readonly Message[] =>
  messages.map((message) =>
    message.audience === "model" &&
    message.text.length > longest &&
    cuts[cutsLongText].includes(message.kind)
      ? { ...message, cut: true }
      : message,
  );

const cuts: Readonly<Record<Profile["cutsLongText"], readonly Message["kind"][]>> = {
  all: ["context", "reason", "stdout", "stderr", "system-message", "stop-reason", "instructions"],
  "stdout-and-context": ["stdout", "context"],
  none: [],
};
