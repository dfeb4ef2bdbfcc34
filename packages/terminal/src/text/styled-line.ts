/** A piece of text with one style. */
export interface Span {
  readonly text: string;
  readonly bold?: boolean;
  readonly dim?: boolean;
  readonly italic?: boolean;
  readonly underline?: boolean;
  readonly strike?: boolean;
  readonly inverse?: boolean;
  readonly color?: string;
  /** Where the line is cut, this keeps its end: that of a path says more than its beginning. */
  readonly keepsEnd?: true;
  /** Blanks of ours that put text into columns; they hide nothing. */
  readonly isPadding?: true;
}

/** One line of the screen, as pieces. Its texts have passed `inLine`. */
export type StyledLine = readonly Span[];

/** A line in one style. */
export const line = (text: string, style: Omit<Span, "text"> = {}): StyledLine => [
  { text, ...style },
];
