import { type FileLine, FileLinesError, fileLines } from "../file-lines.ts";

/** Thrown if a file cannot be read at all. The message says why. */
export class TraceFileError extends Error {}

/** The lines of a trace or a transcript that are not empty. */
export function* traceLines(file: string): Generator<FileLine, void> {
  try {
    yield* fileLines(file);
  } catch (error) {
    if (!(error instanceof FileLinesError)) throw error;
    throw new TraceFileError(`${file}: ${error.message}; name a file that --trace wrote`);
  }
}
