/** A question as lines. */
export interface PlainQuestion {
  readonly lines: readonly string[];
  /** Takes a line that the user typed, and returns what to ask next; undefined: the question is answered. */
  take(line: string): readonly string[] | undefined;
}
