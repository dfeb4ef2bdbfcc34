/** What is looked for, and where. */
export interface SearchRequest {
  readonly pattern: string;
  /** A folder, or one file. */
  readonly path: string;
  readonly isFolder: boolean;
  /** Globs, one of which must match the name; empty: every file. */
  readonly globs: readonly string[];
  readonly ignoresCase: boolean;
  /** The pattern may match across lines, and `.` a line end. */
  readonly multiline: boolean;
  /** Lines to show before and after. */
  readonly before: number;
  readonly after: number;
  readonly signal: AbortSignal;
}

/** A line that matches, or one around it. */
export interface MatchedLine {
  readonly number: number;
  readonly text: string;
  readonly isMatch: boolean;
}

/** A file with at least one line that matches. */
export interface FileMatches {
  readonly path: string;
  readonly lines: readonly MatchedLine[];
}
