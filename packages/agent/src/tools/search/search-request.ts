import type { ToolContext } from "../tool.ts";

/** What is looked for, and where. */
export interface SearchRequest {
  readonly pattern: string;
  /** A folder, or one file. */
  readonly path: string;
  readonly isFolder: boolean;
  /** What is needed of each file: only its name, the number of matching lines, or the lines. */
  readonly need: "files" | "count" | "lines";
  /** More lines than this are not needed, of one file or of all files. */
  readonly maxLines: number | undefined;
  /** Globs, one of which must match the name; empty: every file. */
  readonly globs: readonly string[];
  readonly ignoresCase: boolean;
  /** The pattern may match across lines, and `.` a line end. */
  readonly multiline: boolean;
  /** Lines to show before and after. */
  readonly before: number;
  readonly after: number;
  readonly mayRead: NonNullable<ToolContext["mayRead"]>;
  /** Files with matches that `mayRead` left out, because the user would have to approve reading them. */
  readonly needApproval: ReadonlySet<string>;
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
  /** Empty if only names or numbers were asked for. */
  readonly lines: readonly MatchedLine[];
  /** How many lines match. */
  readonly count: number;
}

export interface SearchResult {
  readonly files: readonly FileMatches[];
  /** There are more matches than these. */
  readonly isCut: boolean;
  /** Sentences about files that were not searched. */
  readonly notes: readonly string[];
}
