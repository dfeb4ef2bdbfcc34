import { visibleText } from "@snaphook/protocol";
import type { Audience, Message } from "../stages/verdict.ts";

/** The audiences whose messages each view shows (section 9 of the contract). */
const shown: Readonly<Record<Audience, readonly Audience[]>> = {
  model: ["model"],
  user: ["user"],
  verbose: ["model", "user", "verbose"],
  log: ["model", "user", "verbose", "log"],
};

/** The messages a viewer sees, in order. Control characters are made visible for people; the model gets the bytes unchanged. */
export const seenBy = (viewer: Audience, messages: readonly Message[]): readonly Message[] =>
  messages
    .filter(({ audience }) => shown[viewer].includes(audience))
    .map((message) =>
      viewer === "user" || viewer === "verbose"
        ? { ...message, text: visibleText(message.text) }
        : message,
    );
