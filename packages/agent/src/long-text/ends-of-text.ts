import { quartersAt } from "./estimate-tokens.ts";

/** The beginning and the end of a text that is too long. */
export interface Ends {
  readonly head: string;
  readonly end: string;
}

/** Both ends of a text, of half the length each; undefined if the text is not longer. */
export function endsByLength(text: string, length: number): Ends | undefined {
  if (text.length <= length) return undefined;
  const half = Math.floor(length / 2);
  return { head: firstCharacters(text, half), end: lastCharacters(text, half) };
}

/** Both ends of a text, each with about half of the tokens; undefined if the text has no more tokens. */
export function endsByTokens(text: string, tokens: number): Ends | undefined {
  const half = tokens * 2;
  let headLength = 0;
  for (let weight = 0; headLength < text.length; headLength += 1) {
    weight += quartersAt(text, headLength);
    if (weight > half) break;
  }
  let endStart = text.length;
  for (let weight = 0; endStart > headLength; endStart -= 1) {
    weight += quartersAt(text, endStart - 1);
    if (weight > half) break;
  }
  if (endStart <= headLength) return undefined;
  return {
    head: firstCharacters(text, headLength),
    end: lastCharacters(text, text.length - endStart),
  };
}

/** The first characters of a text, without cutting a surrogate pair. */
export function firstCharacters(text: string, length: number): string {
  const isHalf = isHighSurrogate(text.charCodeAt(length - 1));
  return text.slice(0, isHalf ? length - 1 : length);
}

/** The last characters of a text, without cutting a surrogate pair. */
export function lastCharacters(text: string, length: number): string {
  const start = Math.max(0, text.length - length);
  const isHalf = start > 0 && isHighSurrogate(text.charCodeAt(start - 1));
  return text.slice(isHalf ? start + 1 : start);
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
