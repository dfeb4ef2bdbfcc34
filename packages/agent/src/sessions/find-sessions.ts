import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { parseRecord } from "./parse-record.ts";
import { promptIn, readMessage, typedIn } from "./read-message.ts";
import { isSessionId } from "./session-paths.ts";
import { transcriptLines } from "./transcript-lines.ts";

/** A session that can be continued. */
export interface FoundSession {
  readonly id: string;
  readonly path: string;
  readonly modified: Date;
}

export interface DescribedSession extends FoundSession {
  /** `undefined`: there was no prompt yet. */
  readonly firstPrompt: string | undefined;
}

const ending = ".jsonl";
/** The first prompt is looked for in this many lines. */
const maxLinesToSearch = 200;

/** The sessions of a folder, the newest first. None if the folder does not exist. */
export async function findSessions(folder: string): Promise<readonly FoundSession[]> {
  const names = await readdir(folder).catch(() => []);
  const ids = names
    .filter((name) => name.endsWith(ending))
    .map((name) => name.slice(0, -ending.length))
    .filter(isSessionId);
  const found = await Promise.all(
    ids.map(async (id) => {
      const path = join(folder, `${id}${ending}`);
      const facts = await stat(path).catch(() => undefined);
      return facts?.isFile() ? [{ id, path, modified: facts.mtime }] : [];
    }),
  );
  return found
    .flat()
    .sort((a, b) => b.modified.getTime() - a.modified.getTime() || (a.id < b.id ? 1 : -1));
}

/** A session with its first prompt, for a list to choose from. */
export async function describeSession(session: FoundSession): Promise<DescribedSession> {
  return { ...session, firstPrompt: await firstPromptIn(session.path) };
}

/** The session to continue: the newest with a prompt, else the newest. */
export async function newestSession(folder: string): Promise<FoundSession | undefined> {
  const sessions = await findSessions(folder);
  for (const session of sessions)
    if ((await firstPromptIn(session.path)) !== undefined) return session;
  return sessions[0];
}

/** A transcript that cannot be read has none. */
const firstPromptIn = (path: string): Promise<string | undefined> =>
  lookForPrompt(path).catch(() => undefined);

async function lookForPrompt(path: string): Promise<string | undefined> {
  for await (const lines of transcriptLines(path))
    for (const { bytes, number } of lines) {
      if (number > maxLinesToSearch) return undefined;
      const record = parseRecord(bytes);
      if (record?.["type"] !== "user" || record["synthetic"] === true) continue;
      const message = readMessage("user", record["message"]);
      const text = typedIn(record)?.text ?? (message && promptIn(message));
      if (text !== undefined) return text;
    }
  return undefined;
}
