import { isObject } from "@snaphook/engine/internal";
import type { ConversationMessage } from "../conversation/message.ts";
import { type NewResults, withResults } from "../conversation/trim-results.ts";
import { type JsonObject, parseRecord } from "./parse-record.ts";
import { readMessage, typedIn } from "./read-message.ts";
import { repairConversation } from "./repair-conversation.ts";
import { type TranscriptLine, transcriptLines } from "./transcript-lines.ts";

/** A line that is not a record; it is ignored. */
interface TranscriptProblem {
  readonly line: number;
  readonly message: string;
}

/** The newest of each that a transcript has. */
interface SessionFacts {
  /** When the model answered last. */
  readonly lastResponseAt?: string;
  /** What a hook named the session last. */
  readonly title?: string;
}

/** What a session needs to continue. */
export interface ReadTranscript extends SessionFacts {
  /** Valid for a model: see `repairConversation`. */
  readonly conversation: readonly ConversationMessage[];
  /** What the user typed, by the text that the model read for it. */
  readonly typed: ReadonlyMap<string, string>;
  /** Bytes of an incomplete last record. They are not read; `openTranscript` removes them. */
  readonly tornBytes: number;
  /** The first hundred; `badLines` counts all. */
  readonly problems: readonly TranscriptProblem[];
  readonly badLines: number;
}

const maxProblems = 100;

/** Reads a transcript line by line; rejects only if the file cannot be read, whatever it contains. */
export async function readTranscript(path: string): Promise<ReadTranscript> {
  let messages: ConversationMessage[] = [];
  let badLines = 0;
  let tornBytes = 0;
  let facts: SessionFacts = {};
  const problems: TranscriptProblem[] = [];
  const typed = new Map<string, string>();
  const next = conversationReader();
  const addLine = ({ bytes, number, ended }: TranscriptLine) => {
    const record = parseRecord(bytes);
    if (record) {
      messages = next(messages, record);
      facts = { ...facts, ...factsOf(record) };
      const prompt = typedIn(record);
      if (prompt) typed.set(prompt.read, prompt.text);
    } else if (ended) {
      badLines += 1;
      if (badLines <= maxProblems) problems.push({ line: number, message: problemOf(bytes) });
    } else tornBytes = bytes.length;
  };
  for await (const lines of transcriptLines(path)) for (const line of lines) addLine(line);
  const conversation = repairConversation(messages);
  return { conversation, typed, tornBytes, problems, badLines, ...facts };
}

/** What a record says about the session beside its conversation. */
function factsOf({ type, subtype, timestamp, title }: JsonObject): SessionFacts {
  if (type === "assistant" && typeof timestamp === "string") return { lastResponseAt: timestamp };
  return type === "system" && subtype === "title" && typeof title === "string" ? { title } : {};
}

/** Follows the records of a transcript: the conversation after each. */
function conversationReader() {
  /** How many messages there were after a record, since the messages were last replaced. */
  const counts = new Map<string, number>();
  return (before: ConversationMessage[], record: JsonObject): ConversationMessage[] => {
    const count = rewoundTo(record, counts);
    const after = count === undefined ? withRecord(before, record) : before.slice(0, count);
    if (after !== before && count === undefined) counts.clear();
    if (typeof record["uuid"] === "string") counts.set(record["uuid"], after.length);
    return after;
  };
}

/** How many messages are left after a record that removes some. */
function rewoundTo(
  { type, subtype, to, message }: JsonObject,
  counts: ReadonlyMap<string, number>,
): number | undefined {
  if (type !== "system") return undefined;
  if (subtype === "rewind" && typeof to === "string") return counts.get(to);
  const count =
    subtype === "withdraw" && typeof message === "string" ? counts.get(message) : undefined;
  return count === undefined ? undefined : count - 1;
}

/** Whether a transcript has a record with this uuid. */
export async function hasRecord(path: string, uuid: string): Promise<boolean> {
  for await (const lines of transcriptLines(path))
    if (lines.some(({ bytes }) => parseRecord(bytes)?.["uuid"] === uuid)) return true;
  return false;
}

/** The conversation after a record; the list may be the same one. */
function withRecord(before: ConversationMessage[], record: JsonObject): ConversationMessage[] {
  const compacted = compactedMessages(record);
  if (compacted) return [...compacted];
  const trimmed = trimmedResults(record);
  if (trimmed) return [...withResults(before, trimmed)];
  const message = messageOf(record);
  if (message) before.push(message);
  return before;
}

/** G8: what replaced the messages before. A record without them is damaged: then those before are still the best. */
function compactedMessages({ type, subtype, messages }: JsonObject) {
  if (type !== "system" || subtype !== "compact" || !Array.isArray(messages)) return undefined;
  const read = messages.flatMap((message: unknown) =>
    isObject(message) && (message["role"] === "user" || message["role"] === "assistant")
      ? (readMessage(message["role"], message) ?? [])
      : [],
  );
  return read.length === 0 ? undefined : read;
}

/** Results that became shorter when the conversation was too long. */
function trimmedResults({ type, subtype, results }: JsonObject): NewResults | undefined {
  if (type !== "system" || subtype !== "trim" || !isObject(results)) return undefined;
  return new Map(
    Object.entries(results).flatMap(([id, text]) => (typeof text === "string" ? [[id, text]] : [])),
  );
}

/** Results and records of later versions are not part of the conversation. */
const messageOf = ({ type, message }: JsonObject): ConversationMessage | undefined =>
  type === "user" || type === "assistant" ? readMessage(type, message) : undefined;

const problemOf = (bytes: Buffer): string =>
  bytes.length === 0
    ? "the line is empty"
    : `not a JSON object: ${JSON.stringify(bytes.toString("utf8", 0, 60))}`;
