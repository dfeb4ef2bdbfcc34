/** A bare character, an escaped one, or a quoted stretch whose closing quote may be missing. */
const piece = /[^\s"'\\;&|<>()]|\\.|"((?:\\.|[^"\\])*)"?|'([^']*)'?/gs;
const word = new RegExp(`(?:${piece.source})+`, "gs");

/** Splits a text into words by blanks, shell operators, quotes and backslashes; knows nothing else of a shell. */
export function splitPlainly(text: string): readonly string[] {
  return (text.match(word) ?? []).map((written) =>
    written.replaceAll(piece, (all, double?: string, single?: string) => {
      if (single !== undefined) return single;
      return (double ?? all).replaceAll(/\\(.)/gs, "$1");
    }),
  );
}
