import type { Assignment, DoubleQuotedChild, Word, WordPart } from "unbash";
import { piecesOf, type WordPiece } from "./word-pieces.ts";

/** One word of a command. */
export interface ShellWord {
  /** As written, quotes included. */
  readonly text: string;
  /** Quotes resolved; variables, globs and substitutions as written. */
  readonly value: string;
  /** `value` is what the program gets: nothing in the word is expanded when it runs. */
  readonly literal: boolean;
  /** `value` with `*` in place of each part that is not known before the command runs. */
  readonly shape: string;
  /** It may become several words, or none: an expansion outside of quotes, or of a list. */
  readonly splits: boolean;
  /** What it consists of. */
  readonly pieces: readonly WordPiece[];
}

/** A word of the parse tree, read. */
export function readWord(word: Word): ShellWord {
  const { text, value, parts } = word;
  const pieces = piecesOf(word);
  if (parts === undefined)
    return { text, value, literal: true, shape: value, splits: false, pieces };
  const known = parts.map(knownText);
  const literal = known.every((part) => part !== undefined);
  const shape = known.map((part) => part ?? "*").join("");
  return { text, value, literal, shape, splits: parts.some(maySplit), pieces };
}

/** Globs and braces expand to words with the same beginning, unless they contain an expansion. */
function maySplit(part: WordPart): boolean {
  switch (part.type) {
    case "Literal":
    case "SingleQuoted":
    case "AnsiCQuoted":
    case "ProcessSubstitution":
      return false;
    case "DoubleQuoted":
    case "LocaleString":
      return part.text.includes("@") && part.parts.some(({ type }) => type !== "Literal");
    default:
      return /[$`]/.test(part.text);
  }
}

/** An argument that has the form of an assignment, such as in `export X=1`. */
export function readAssignmentWord({ text, name, value }: Assignment): ShellWord {
  if (value.type === "ArrayValue") return unknownWord(text, { splits: false });
  const word = readWord(value);
  const start = `${name}=`;
  return {
    text,
    value: start + word.value,
    literal: word.literal,
    shape: start + word.shape,
    splits: word.splits,
    pieces: [{ kind: "text", text: start }, ...word.pieces],
  };
}

/** A word that can be anything when the command runs. */
export const unknownWord = (text: string, { splits }: { readonly splits: boolean }): ShellWord => ({
  text,
  value: text,
  literal: false,
  shape: "*",
  splits,
  pieces: [{ kind: "unknown" }],
});

/** The text of a part; undefined if it is known only when the shell runs. */
function knownText(part: WordPart | DoubleQuotedChild): string | undefined {
  switch (part.type) {
    case "Literal":
    case "SingleQuoted":
    case "AnsiCQuoted":
      return part.value;
    case "DoubleQuoted":
    case "LocaleString": {
      const known = part.parts.map(knownText);
      return known.includes(undefined) ? undefined : known.join("");
    }
    default:
      return undefined;
  }
}

/** Characters without a special meaning in a shell, anywhere in a word. */
const plain = /^[A-Za-z0-9_@%+:,./-]+$/;

/** Words as they are written, one space between them. */
export const asWritten = (words: readonly ShellWord[]): string =>
  words.map(({ text }) => text).join(" ");

/** Words as the program gets them, one space between them. Two commands can have the same text. */
export const asPassed = (words: readonly ShellWord[]): string =>
  words.map(({ value }) => value).join(" ");

/**
 * Words without quotes where they change nothing. Two commands that do different things never have
 * the same text: `"git" status` and `git status` have, `"git status"` has not.
 */
export const withoutNeedlessQuotes = (words: readonly ShellWord[]): string =>
  words.map(({ text, value, literal }) => (literal && plain.test(value) ? value : text)).join(" ");
