import { endsByTokens } from "./ends-of-text.ts";
import { joinEnds } from "./join-ends.ts";
import { saveText } from "./save-text.ts";

/** The longest tool result that the model gets, in tokens: a few of them must fit any context window. */
export const maxResultTokens = 25_000;

/** The result of a call as the model gets it: if it is too long, its beginning and its end. The whole is in a file. */
export async function capResult(text: string, folder: string): Promise<string> {
  const ends = endsByTokens(text, maxResultTokens);
  if (ends === undefined) return text;
  const saved = await saveText(text, folder);
  const size = `${text.length} characters`;
  const where =
    "file" in saved
      ? `All ${size} are in ${saved.file}`
      : `The whole text has ${size}, and could not be saved: ${saved.problem}`;
  return joinEnds(ends, where);
}
