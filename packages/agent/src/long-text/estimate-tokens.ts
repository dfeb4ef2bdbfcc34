/**
 * About how many tokens a text has. Models split texts differently, and none says how before it is asked: four
 * ASCII characters to a token is usual, and one of any other script is about a token.
 */
export function estimateTokens(text: string): number {
  let quarters = 0;
  for (let at = 0; at < text.length; at += 1) quarters += quartersAt(text, at);
  return Math.ceil(quarters / 4);
}

/** The tokens of one UTF-16 unit, in quarters. */
export const quartersAt = (text: string, at: number): number => (text.charCodeAt(at) < 128 ? 1 : 4);
