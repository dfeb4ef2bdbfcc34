import { setImmediate as turn } from "node:timers/promises";
import type { Diagnostic, JsonObject } from "@snaphook/engine";
import type { ReplayReport } from "@snaphook/protocol";
import { type JsonRecord, jsonRecords } from "./json-records.ts";
import { isTraceRecord, readTraceRecord } from "./read-trace-record.ts";
import { isTranscriptRecord, noEvent, readTranscriptRecord } from "./read-transcript-record.ts";
import type { ReadRecord, RecordedEvent, RecordingState } from "./recorded-event.ts";
import { collectProblems, type RecordingProblems, whatIsExpected } from "./recording-problems.ts";

/** Gets what is not an event. */
export interface RecordingReader {
  problem(problem: Diagnostic): void;
  notReplayed(because: string): void;
  /** Called for each line, with its length. */
  progress(length: number): void;
  /** Ids of the records that were read in all files: a session that continues another one repeats its records. */
  readonly known: Set<string>;
}

/** How many lines are read before the event loop gets a turn: an interrupt must not wait for the end of a file. */
const linesPerTurn = 500;

type Recording = ReplayReport["recordings"][number];

/**
 * The calls and prompts in a trace or a transcript, in order; returns what the file is.
 *
 * Contract: a line or a file that cannot be read is reported, and the rest is read.
 */
export async function* readRecording(
  file: string,
  reader: RecordingReader,
): AsyncGenerator<RecordedEvent, Recording> {
  const state: RecordingState = { file, roots: new Map(), folders: new Map() };
  const problems = collectProblems(file);
  const sessions = new Set<string>();
  let format: Recording["format"] = "unknown";
  let [events, last] = [0, 0];
  try {
    for (const line of jsonRecords(file, reader.progress)) {
      last = line.line;
      if (last % linesPerTurn === 0) await turn();
      const read = readLine(line, state, problems, format);
      if (read === undefined) continue;
      format = read.format;
      for (const event of eventsOf(line, read.found, reader, problems)) {
        sessions.add(event.session);
        events += 1;
        yield event;
      }
    }
    if (last === 0) problems.add(1, "the file is empty", whatIsExpected);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    problems.add(Math.max(last, 1), message, whatIsExpected);
  }
  for (const problem of problems.list(format === "unknown")) reader.problem(problem);
  return { file, format, sessions: sessions.size, events };
}

interface ReadLine {
  readonly format: Recording["format"];
  readonly found: ReadRecord;
}

/** What a line holds; undefined: nothing that can be used. */
function readLine(
  { line, record, isLast }: JsonRecord,
  state: RecordingState,
  problems: RecordingProblems,
  format: Recording["format"],
): ReadLine | undefined {
  if (record === undefined || isTooDeep(record)) {
    reportUnusable({ line, record, isLast }, problems, format);
    return undefined;
  }
  const isTrace = isTraceRecord(record);
  if (isTrace || isTranscriptRecord(record))
    return {
      format: isTrace ? "trace" : "transcript",
      found: (isTrace ? readTraceRecord : readTranscriptRecord)(record, line, state),
    };
  // Claude Code has many kinds of records, some without a session.
  if (format === "unknown" ? isBookkeeping(record) : typeof record["type"] === "string")
    return { format, found: noEvent };
  problems.add(line, "the line is not a record of a trace or a transcript", whatIsExpected);
  return undefined;
}

function reportUnusable(
  { line, record, isLast }: JsonRecord,
  problems: RecordingProblems,
  format: Recording["format"],
): void {
  if (record !== undefined)
    problems.add(line, "its JSON is nested too deeply", "the line was not replayed");
  else if (isLast && format !== "unknown")
    problems.add(
      line,
      "the last line is cut off",
      "the session was killed, or is still running; the line was not replayed",
      "warning",
    );
  else problems.add(line, "the line is not a JSON object", whatIsExpected);
}

/** No real call has so many levels; code that walks through them would run out of stack. */
const maxDepth = 500;

const isTooDeep = (value: unknown, depth = 0): boolean =>
  depth > maxDepth ||
  (typeof value === "object" &&
    value !== null &&
    Object.values(value).some((part) => isTooDeep(part, depth + 1)));

/** Records that can come before the first message of a transcript and do not name its session. */
const isBookkeeping = ({ type }: JsonObject): boolean =>
  type === "summary" || type === "file-history-snapshot";

function eventsOf(
  { line, record }: JsonRecord,
  found: ReadRecord,
  reader: RecordingReader,
  problems: RecordingProblems,
): readonly RecordedEvent[] {
  const { lost, uuid } = record ?? {};
  if (typeof lost === "number")
    problems.add(
      line,
      `${lost} records before this one were lost when the trace was written`,
      "they were not replayed",
      "warning",
    );
  if (typeof uuid === "string" && reader.known.has(uuid)) {
    if (found.is === "events")
      reader.notReplayed("records that another file has too: each was replayed once");
    return [];
  }
  if (typeof uuid === "string") reader.known.add(uuid);
  if (found.is === "bad") problems.add(line, found.message, found.advice);
  if (found.is === "not-replayed") reader.notReplayed(found.because);
  return found.is === "events" ? found.events : [];
}
