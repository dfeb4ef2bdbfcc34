import { stat } from "node:fs/promises";
import { describeSession, type FoundSession, findSessions } from "./find-sessions.ts";
import { parseRecord } from "./parse-record.ts";
import { sessionHolder } from "./session-lock.ts";
import { transcriptLines } from "./transcript-lines.ts";

/** A session that the user can choose to continue. */
export interface EarlierSession {
  readonly id: string;
  readonly modified: Date;
  readonly firstPrompt: string;
  /** The title that hooks or the user gave it. */
  readonly title?: string;
  /** The number of messages; undefined if the transcript is too long to count them. */
  readonly messages: number | undefined;
  /** A process has it open: only a copy of it can be continued. */
  readonly inUse?: true;
}

const maxSessions = 50;
const maxReadBytes = 4 * 1024 * 1024;

/** The newest sessions of a folder of transcripts that have a prompt. */
export async function listEarlierSessions(folder: string): Promise<readonly EarlierSession[]> {
  const newest = (await findSessions(folder)).slice(0, maxSessions);
  const described = await Promise.all(newest.map((session) => describe(folder, session)));
  return described.flat();
}

async function describe(folder: string, session: FoundSession): Promise<readonly EarlierSession[]> {
  const { id, modified, firstPrompt } = await describeSession(session);
  if (firstPrompt === undefined) return [];
  const known = await readWhole(session.path).catch(() => undefined);
  const { messages, title } = known ?? { messages: undefined, title: undefined };
  const inUse = sessionHolder(folder, id) === undefined ? {} : { inUse: true as const };
  const titled = title === undefined ? {} : { title };
  return [{ id, modified, firstPrompt, messages, ...titled, ...inUse }];
}

/** What only the whole transcript says; undefined if it is too long. */
async function readWhole(path: string) {
  if ((await stat(path)).size > maxReadBytes) return undefined;
  let messages = 0;
  let title: string | undefined;
  for await (const lines of transcriptLines(path))
    for (const { bytes } of lines) {
      const record = parseRecord(bytes);
      const type = record?.["type"];
      if (type === "user" || type === "assistant") messages += 1;
      const named = type === "system" && record?.["subtype"] === "title" ? record["title"] : title;
      if (typeof named === "string") title = named;
    }
  return { messages, title };
}
