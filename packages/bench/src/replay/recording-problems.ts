import type { Diagnostic } from "@snaphook/engine";
import { problemIn } from "./find-recordings.ts";

/** How many lines of a file are reported one by one. */
const maxLines = 5;

export const whatIsExpected =
  "replay reads traces (--trace) and transcripts of sessions, with one JSON object in each line";

/** Collects what is wrong with a recording, with bounds. */
export interface RecordingProblems {
  add(line: number, message: string, advice: string, level?: Diagnostic["level"]): void;
  /** All of it; `isForeign`: no line of the file could be used, so one problem says everything. */
  list(isForeign: boolean): readonly Diagnostic[];
}

export function collectProblems(file: string): RecordingProblems {
  const problems: Diagnostic[] = [];
  let [more, firstMore] = [0, 1];
  return {
    add(line, message, advice, level = "error") {
      if (problems.length < maxLines)
        return void problems.push(problemIn(file, message, advice, { line, level }));
      if (more === 0) firstMore = line;
      more += 1;
    },
    list(isForeign) {
      const [first] = problems;
      if (isForeign && first && problems.length > 1)
        return [{ ...first, message: "no line is a record of a trace or a transcript" }];
      if (more === 0) return problems;
      const rest =
        more === 1
          ? "this line has a problem too"
          : `from here on, ${more} more lines have problems`;
      return [...problems, problemIn(file, rest, "not replayed", { line: firstMore })];
    },
  };
}
