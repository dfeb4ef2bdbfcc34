import { readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Diagnostic } from "@snaphook/engine";

/** A file to read, with its size for progress. */
interface FoundRecording {
  readonly file: string;
  readonly bytes: number;
}

export interface FoundRecordings {
  readonly recordings: readonly FoundRecording[];
  readonly problems: readonly Diagnostic[];
}

/** The names of transcripts and traces, also of traces that were rotated: `trace.jsonl.1`. */
const isRecording = (name: string): boolean => /\.jsonl(?:\.\d+)?$/.test(name);

/** The given files, and all recordings in the given folders, sorted, each once. */
export function findRecordings(paths: readonly string[], cwd: string): FoundRecordings {
  const recordings = new Map<string, FoundRecording>();
  const problems: Diagnostic[] = [];
  for (const path of paths.map((one) => resolve(cwd, one))) {
    const stats = statOf(path);
    if (typeof stats === "string") problems.push(problemIn(path, stats, "name a file or a folder"));
    else if (stats.isDirectory()) {
      const before = problems.length;
      const found = search(path, (problem) => problems.push(problem));
      if (found.length === 0 && problems.length === before)
        problems.push(
          problemIn(
            path,
            "no file in this folder has a name that ends in .jsonl",
            "name a folder with traces or transcripts, or the files themselves",
          ),
        );
      for (const one of found) recordings.set(one.file, one);
    } else recordings.set(path, { file: path, bytes: stats.size });
  }
  return { recordings: [...recordings.values()], problems };
}

/** A problem with a whole file or one of its lines. */
export const problemIn = (
  file: string,
  message: string,
  advice: string,
  { line = 1, level = "error" as Diagnostic["level"] } = {},
): Diagnostic => ({
  code: "bad-recording",
  level,
  place: { file, line, column: 1, path: "" },
  message,
  advice,
});

function statOf(path: string) {
  try {
    return statSync(path);
  } catch (error) {
    return whyUnreadable(error);
  }
}

function whyUnreadable(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  return code === "ENOENT" ? "it does not exist" : `it cannot be read (${code})`;
}

/** Links are not followed: they could lead in circles. */
function search(
  folder: string,
  onProblem: (problem: Diagnostic) => void,
): readonly FoundRecording[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .toSorted((left, right) => (left.name < right.name ? -1 : 1))
      .flatMap((entry) => {
        const path = join(folder, entry.name);
        if (entry.isDirectory()) return search(path, onProblem);
        if (!entry.isFile() || !isRecording(entry.name)) return [];
        return [{ file: path, bytes: statSync(path, { throwIfNoEntry: false })?.size ?? 0 }];
      });
  } catch (error) {
    onProblem(problemIn(folder, whyUnreadable(error), "its files were not replayed"));
    return [];
  }
}
