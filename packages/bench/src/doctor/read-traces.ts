import { type TraceRecord, traceReport } from "@snaphook/protocol";
import { traceLines } from "../trace/trace-lines.ts";

/** The records of a trace, and the lines that are not records. */
export interface ReadTrace {
  readonly file: string;
  readonly records: readonly TraceRecord[];
  readonly problems: readonly string[];
}

/** How many lines are reported one by one. */
const maxProblems = 5;

/** Reads a file of JSON lines. A line that is not a record does not keep the others from being read. */
export function readTrace(file: string): ReadTrace {
  const records: TraceRecord[] = [];
  const problems: string[] = [];
  let bad = 0;
  for (const { text, line } of traceLines(file)) {
    const found = recordIn(text);
    if (typeof found !== "string") records.push(found);
    else if (++bad <= maxProblems) problems.push(`line ${line} is not a record: ${found}`);
  }
  if (bad > maxProblems) problems.push(`${bad - maxProblems} more lines are not records`);
  return { file, records, problems };
}

function recordIn(line: string): TraceRecord | string {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return "it is not JSON";
  }
  const parsed = traceReport.parse(value);
  if (parsed.ok) return parsed.value;
  const [first] = parsed.problems;
  return `${first?.path} ${first?.message}`.trim();
}
