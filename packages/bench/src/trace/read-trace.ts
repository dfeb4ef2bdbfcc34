import { isObject } from "@snaphook/engine/internal";
import { traceReport } from "@snaphook/protocol";
import { fromRecord } from "./from-record.ts";
import { transcriptReader } from "./from-transcript.ts";
import type { PlacedEvent } from "./placed-event.ts";
import type { TraceProblem } from "./timeline.ts";
import { traceLines } from "./trace-lines.ts";

export interface ReadTrace {
  readonly events: readonly PlacedEvent[];
  readonly problems: readonly TraceProblem[];
}

/** Reads a trace or a transcript, line by line. A line that cannot be used is a problem; the others are read. */
export function readTrace(file: string): ReadTrace {
  const transcript = transcriptReader();
  const events: PlacedEvent[] = [];
  const problems: TraceProblem[] = [];
  for (const { text, line, isEnded } of traceLines(file)) {
    const read = readLine(text, isEnded, transcript);
    if ("message" in read) problems.push({ file, line, message: read.message });
    else events.push(...read.events);
  }
  return { events: [...events, ...transcript.end()], problems };
}

type Line = { readonly events: readonly PlacedEvent[] } | { readonly message: string };

function readLine(
  text: string,
  isEnded: boolean,
  transcript: ReturnType<typeof transcriptReader>,
): Line {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return {
      message: isEnded
        ? "this is not JSON; the line is skipped"
        : "the line is cut off: the process that wrote it is still writing or was killed; it is skipped",
    };
  }
  const record = isObject(value) ? value : {};
  if (!("version" in record)) {
    const events = transcript.read(record);
    return events ? { events } : { message: foreign };
  }
  const parsed = traceReport.parse(record);
  if (!parsed.ok) {
    const [first] = parsed.problems;
    return {
      message: `not a record of a trace: ${first?.path} ${first?.message}; the line is skipped`,
    };
  }
  const placed = fromRecord(parsed.value);
  const times = [placed.event.startMs, ...placed.event.runs.map(({ startMs }) => startMs)];
  if (times.some(Number.isNaN)) return { message: "a time is not a date; the line is skipped" };
  return { events: [placed] };
}

const foreign =
  "neither a record of a trace (--trace FILE writes one) nor of a transcript; the line is skipped";
