import type { ConversationMessage } from "../conversation/message.ts";
import { isObject } from "../is-object.ts";
import { type JsonObject, parseRecord } from "./parse-record.ts";
import { readMessage } from "./read-message.ts";
import { repairConversation } from "./repair-conversation.ts";
import { textDigest } from "./text-digest.ts";
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
  /** What the last beginning of the session said. */
  readonly model: string | undefined;
  readonly cwd: string | undefined;
  readonly permissionMode: string | undefined;
  /** When the last answer was written, and the tokens it says were used; for SessionStart. */
  readonly lastAnswerAt: string | undefined;
  readonly lastUsage: JsonObject | undefined;
  readonly records: number;
  /** Bytes of a last line that is no whole record. They are not read; `openTranscript` cuts them off. */
  readonly tornBytes: number;
  /** The first hundred; `badLines` counts all. */
  readonly problems: readonly TranscriptProblem[];
  readonly badLines: number;
  /** Whether hooks of this event already told the model this text (SPEC 12: resumed SessionStart). */
  wasTold(event: string, text: string): boolean;
}

const mostProblems = 100;

/** Reads a transcript line by line; whatever is in it, only a file that cannot be read is an exception. */
export async function readTranscript(path: string): Promise<ReadTranscript> {
  const collected = emptyCollection();
  let records = 0;
  let badLines = 0;
  let tornBytes = 0;
  const problems: TranscriptProblem[] = [];
  const take = ({ bytes, number, ended }: TranscriptLine) => {
    const record = parseRecord(bytes);
    if (record) {
      records += 1;
      collectors.get(record["type"])?.(collected, record);
    } else if (ended) {
      badLines += 1;
      if (badLines <= mostProblems) problems.push({ line: number, message: problemOf(bytes) });
    } else tornBytes = bytes.length;
  };
  for await (const lines of transcriptLines(path)) for (const line of lines) take(line);
  const { messages, told, ...facts } = collected;
  return {
    ...facts,
    conversation: repairConversation(messages),
    records,
    tornBytes,
    problems,
    badLines,
    wasTold: (event, text) => told.has(toldKey(event, textDigest(text))),
  };
}

interface Collection {
  messages: ConversationMessage[];
  told: Set<string>;
  model: string | undefined;
  cwd: string | undefined;
  permissionMode: string | undefined;
  lastAnswerAt: string | undefined;
  lastUsage: JsonObject | undefined;
}

const emptyCollection = (): Collection => ({
  messages: [],
  told: new Set(),
  model: undefined,
  cwd: undefined,
  permissionMode: undefined,
  lastAnswerAt: undefined,
  lastUsage: undefined,
});

type Collect = (collected: Collection, record: JsonObject) => void;

/** Results and records of a later version are nothing to go on with. */
const collectors: ReadonlyMap<unknown, Collect> = new Map<unknown, Collect>([
  ["user", collectMessage],
  ["assistant", collectMessage],
  ["system", collectSystem],
  ["hook", collectTold],
]);

function collectMessage(collected: Collection, record: JsonObject): void {
  const { type, message, timestamp } = record;
  const read = readMessage(type, message);
  if (read) collected.messages.push(read);
  if (type !== "assistant") return;
  collected.lastAnswerAt = textOf(timestamp);
  const usage = isObject(message) ? message["usage"] : undefined;
  collected.lastUsage = isObject(usage) ? usage : undefined;
}

function collectSystem(collected: Collection, record: JsonObject): void {
  if (record["subtype"] === "compact") {
    collected.messages = [];
    collected.told = new Set();
  }
  if (record["subtype"] !== "init") return;
  collected.model = textOf(record["model"]);
  collected.cwd = textOf(record["cwd"]);
  collected.permissionMode = textOf(record["permission_mode"]);
}

function collectTold(collected: Collection, { event, told_model }: JsonObject): void {
  if (!Array.isArray(told_model)) return;
  for (const digest of told_model) collected.told.add(toldKey(String(event), String(digest)));
}

const toldKey = (event: string, digest: string): string => `${event} ${digest}`;

const textOf = (value: unknown): string | undefined =>
  typeof value === "string" ? value : undefined;

const problemOf = (bytes: Buffer): string =>
  bytes.length === 0
    ? "the line is empty"
    : `no JSON object: ${JSON.stringify(bytes.toString("utf8", 0, 60))}`;
