import type { ConversationMessage } from "../conversation/message.ts";
import { type JsonObject, parseRecord } from "./parse-record.ts";
import { readMessage } from "./read-message.ts";
import { repairConversation } from "./repair-conversation.ts";
import { type TranscriptLine, transcriptLines } from "./transcript-lines.ts";

/** A line that is no record; the others count. */
interface TranscriptProblem {
  readonly line: number;
  readonly message: string;
}

/** What a session needs to go on. */
export interface ReadTranscript {
  /** In order for a model: see `repairConversation`. */
  readonly conversation: readonly ConversationMessage[];
  /** Bytes of a last line that is no whole record. They are not read; `openTranscript` cuts them off. */
  readonly tornBytes: number;
  /** The first hundred; `badLines` counts all. */
  readonly problems: readonly TranscriptProblem[];
  readonly badLines: number;
}

const maxProblems = 100;

/** Reads a transcript line by line; whatever is in it, only a file that cannot be read is an exception. */
export async function readTranscript(path: string): Promise<ReadTranscript> {
  let messages: ConversationMessage[] = [];
  let badLines = 0;
  let tornBytes = 0;
  const problems: TranscriptProblem[] = [];
  const take = ({ bytes, number, ended }: TranscriptLine) => {
    const record = parseRecord(bytes);
    if (record) {
      if (isCompaction(record)) messages = [];
      const message = messageOf(record);
      if (message) messages.push(message);
    } else if (ended) {
      badLines += 1;
      if (badLines <= maxProblems) problems.push({ line: number, message: problemOf(bytes) });
    } else tornBytes = bytes.length;
  };
  for await (const lines of transcriptLines(path)) for (const line of lines) take(line);
  return { conversation: repairConversation(messages), tornBytes, problems, badLines };
}

/** G8: what comes before one is no longer part of the conversation. */
const isCompaction = ({ type, subtype }: JsonObject): boolean =>
  type === "system" && subtype === "compact";

/** Results and records of a later version are nothing to go on with. */
const messageOf = ({ type, message }: JsonObject): ConversationMessage | undefined =>
  type === "user" || type === "assistant" ? readMessage(type, message) : undefined;

const problemOf = (bytes: Buffer): string =>
  bytes.length === 0
    ? "the line is empty"
    : `not a JSON object: ${JSON.stringify(bytes.toString("utf8", 0, 60))}`;
