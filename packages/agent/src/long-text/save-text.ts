import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder } from "@snaphook/engine/internal";
import { errorText } from "../error-text.ts";

/** Where a text is that the model gets only a part of. */
export type SavedText = { readonly file: string } | { readonly problem: string };

/** Saves a text in a file of the session. Never rejects: on a full disk, the tool has still run. */
export async function saveText(text: string, folder: string): Promise<SavedText> {
  const file = join(folder, `output-${randomUUID()}.txt`);
  try {
    makeFolder(folder);
    await writeFile(file, text, { mode: 0o600 });
    return { file };
  } catch (error) {
    return { problem: errorText(error) };
  }
}
