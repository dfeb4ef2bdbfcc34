import { type Timeline, TraceFileError, timelineOf } from "@snaphook/bench";
import { printMessage } from "./print.ts";
import { UsageError } from "./usage-error.ts";

/** How many lines that cannot be read are reported one by one. */
const maxProblems = 10;

/** Reads traces for a command. Lines that cannot be read are reported, and the command exits with 1; the others are used. */
export function readTimeline(files: readonly string[]): Timeline {
  const timeline = read(files);
  const { problems } = timeline;
  for (const { file, line, message } of problems.slice(0, maxProblems))
    printMessage(`${file}:${line}: ${message}`);
  const more = problems.length - maxProblems;
  if (more > 0) printMessage(`${more} more lines could not be read`);
  if (problems.length > 0) process.exitCode = 1;
  return timeline;
}

function read(files: readonly string[]): Timeline {
  try {
    return timelineOf(files);
  } catch (error) {
    if (error instanceof TraceFileError) throw new UsageError(error.message);
    throw error;
  }
}
