import { type Message, seenBy } from "@snaphook/engine";
import { redactor, secretValues } from "@snaphook/engine/internal";

/** What hooks say to the user. It goes to the log of the client, so secrets are removed as in a trace (T3). */
export function userTexts(
  messages: readonly Message[],
  env: Readonly<Record<string, string | undefined>> = process.env,
): readonly string[] {
  const shown = seenBy("user", messages);
  if (shown.length === 0) return [];
  const clean = redactor(secretValues([env], []));
  return shown.map(({ text }) => clean.text(text));
}
