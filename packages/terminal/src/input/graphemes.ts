import stringWidth from "string-width";

const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** What a user sees as one character, such as an emoji of several code points. */
interface Grapheme {
  readonly text: string;
  readonly start: number;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII, of which each character is a grapheme
const plain = /^[\u0000-\u007F]*$/;

export function graphemesOf(text: string): readonly Grapheme[] {
  if (plain.test(text)) return Array.from(text, (one, start) => ({ text: one, start }));
  return Array.from(segmenter.segment(text), ({ segment, index }) => ({
    text: segment,
    start: index,
  }));
}

/** Where the grapheme before a position begins. */
export function previousBoundary(text: string, at: number): number {
  return graphemesOf(text.slice(0, at)).at(-1)?.start ?? 0;
}

/** Where the grapheme at a position ends. */
export function nextBoundary(text: string, at: number): number {
  const [first] = segmenter.segment(text.slice(at));
  return at + (first?.segment.length ?? 0);
}

/** The boundary at a position or before it. */
export function boundaryAt(text: string, at: number): number {
  if (at >= text.length) return text.length;
  if (at <= 0) return 0;
  return segmenter.segment(text).containing(at)?.index ?? text.length;
}

/** Columns that a text takes in a terminal. */
export const columnsOf = (text: string): number =>
  plain.test(text) ? text.length : stringWidth(text);
