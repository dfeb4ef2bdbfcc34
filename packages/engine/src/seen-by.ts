import type { Audience, Message } from "./stages/verdict.ts";

/** Whose texts each view shows (SPEC 9). */
const shown: Readonly<Record<Audience, readonly Audience[]>> = {
  model: ["model"],
  user: ["user"],
  verbose: ["model", "user", "verbose"],
  log: ["model", "user", "verbose", "log"],
};

/** What somebody sees, in order; control characters are made visible for people, the model gets the bytes as they are. */
export const seenBy = (viewer: Audience, messages: readonly Message[]): readonly Message[] =>
  messages
    .filter(({ audience }) => shown[viewer].includes(audience))
    .map((message) =>
      viewer === "user" || viewer === "verbose"
        ? { ...message, text: visible(message.text) }
        : message,
    );

/** Everything a terminal might obey or hide, but not line ends and tabs. */
const hidden = /(?![\t\n])[\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

const visible = (text: string): string =>
  text.replaceAll(hidden, (character) => {
    const code = character.charCodeAt(0).toString(16);
    return code.length > 2 ? `\\u${code}` : `\\x${code.padStart(2, "0")}`;
  });
