/** A compiled pattern in which `*` is any text. */
export interface TextPattern {
  /** What is spelled out before the first wildcard. */
  readonly fixedStart: string;
  /** The first word, if it is spelled out. */
  readonly firstWord: string | undefined;
  /** No wildcard: matches one text only. */
  readonly exact: boolean;
  /** Nothing but wildcards: matches every text. */
  readonly everything: boolean;
  test(text: string): boolean;
}

const wordsThenAnything = ":*";

/**
 * Compiles a pattern of M7: `*` is any text, also none and across spaces; a trailing `:*` is the
 * words before it, alone or followed by a space and anything.
 *
 * Matching never backtracks: the first occurrence of the next piece is as good as any later one, so no
 * pattern can take exponential time.
 */
export function compileTextPattern(pattern: string): TextPattern {
  const isPrefix = pattern.endsWith(wordsThenAnything);
  const words = isPrefix ? pattern.slice(0, -wordsThenAnything.length) : pattern;
  const firstWord = words.split(" ", 1)[0] ?? "";
  const pieces = words.split("*");
  const piecesAndMore = [...pieces.slice(0, -1), `${pieces.at(-1)} `, ""];
  return {
    fixedStart: pieces[0] ?? "",
    firstWord: firstWord.includes("*") ? undefined : firstWord,
    exact: !isPrefix && pieces.length === 1,
    everything: !isPrefix && pieces.length > 1 && pieces.every((piece) => piece === ""),
    test: (text) => matchesPieces(text, pieces) || (isPrefix && matchesPieces(text, piecesAndMore)),
  };
}

/** Whether a text has a shape in which each `*` is any text. */
export const hasShape = (text: string, shape: string): boolean =>
  matchesPieces(text, shape.split("*"));

/** Whether a text is the pieces in their order, with anything between two of them. */
function matchesPieces(text: string, pieces: readonly string[]): boolean {
  const first = pieces[0] ?? "";
  const last = pieces.at(-1) ?? "";
  if (pieces.length === 1) return text === first;
  if (text.length < first.length + last.length) return false;
  if (!text.startsWith(first) || !text.endsWith(last)) return false;
  const end = text.length - last.length;
  let position = first.length;
  for (const piece of pieces.slice(1, -1)) {
    const found = text.indexOf(piece, position);
    if (found < 0 || found + piece.length > end) return false;
    position = found + piece.length;
  }
  return position <= end;
}
