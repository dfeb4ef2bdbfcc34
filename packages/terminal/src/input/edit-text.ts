import { boundaryAt, nextBoundary, previousBoundary } from "./graphemes.ts";

/** A text and the cursor in it: an index that never divides a character. */
export interface EditedText {
  readonly text: string;
  readonly cursor: number;
  /** What was cut last; `paste-cut` inserts it. */
  readonly cut: string;
}

export const emptyText: EditedText = { text: "", cursor: 0, cut: "" };

/** A text with the cursor at its end. */
export const withText = (edited: EditedText, text: string): EditedText => ({
  ...edited,
  text,
  cursor: text.length,
});

export function insertText({ text, cursor, cut }: EditedText, inserted: string): EditedText {
  const before = text.slice(0, cursor) + inserted;
  return withCursor({ text: before + text.slice(cursor), cut }, before.length);
}

/** A new character can join its neighbours, such as an accent or a part of an emoji. */
const withCursor = (edited: Omit<EditedText, "cursor">, cursor: number): EditedText => {
  const start = boundaryAt(edited.text, cursor);
  return { ...edited, cursor: start === cursor ? cursor : nextBoundary(edited.text, start) };
};

type Place = (text: string, cursor: number) => number;

const lineStart: Place = (text, cursor) => text.lastIndexOf("\n", cursor - 1) + 1;

const lineEnd: Place = (text, cursor) => {
  const end = text.indexOf("\n", cursor);
  return end === -1 ? text.length : end;
};

const wordStart =
  (word: RegExp): Place =>
  (text, cursor) =>
    word.exec(text.slice(0, cursor))?.index ?? 0;

/** Letters and digits, and what is between them and the cursor. */
const previousWord = wordStart(/[\p{L}\p{M}\p{N}_]+[^\p{L}\p{M}\p{N}_]*$/u);
const previousArgument = wordStart(/\S+\s*$/);

const nextWord: Place = (text, cursor) =>
  cursor + (/^[^\p{L}\p{M}\p{N}_]*[\p{L}\p{M}\p{N}_]*/u.exec(text.slice(cursor))?.[0].length ?? 0);

const moveTo =
  (place: Place) =>
  ({ text, cursor, cut }: EditedText): EditedText =>
    withCursor({ text, cut }, place(text, cursor));

/** Removes what is between the cursor and a place. */
const remove =
  (place: Place, { isCut }: { readonly isCut: boolean }) =>
  ({ text, cursor, cut }: EditedText): EditedText => {
    const other = boundaryAt(text, place(text, cursor));
    const [from, to] = other < cursor ? [other, cursor] : [cursor, other];
    if (from === to) return { text, cursor, cut };
    const removed = isCut ? text.slice(from, to) : cut;
    return withCursor({ text: text.slice(0, from) + text.slice(to), cut: removed }, from);
  };

const deleted = { isCut: false };
const isCut = { isCut: true };

/** At the end of a line its line end is cut, so that the command can be repeated. */
const restOfLine: Place = (text, cursor) =>
  text[cursor] === "\n" ? cursor + 1 : lineEnd(text, cursor);
const beginOfLine: Place = (text, cursor) =>
  text[cursor - 1] === "\n" ? cursor - 1 : lineStart(text, cursor);

/** What the editing keys do. */
export const editCommands = {
  left: moveTo(previousBoundary),
  right: moveTo(nextBoundary),
  "word-left": moveTo(previousWord),
  "word-right": moveTo(nextWord),
  "line-start": moveTo(lineStart),
  "line-end": moveTo(lineEnd),
  "text-start": moveTo(() => 0),
  "text-end": moveTo((text) => text.length),
  "delete-left": remove(previousBoundary, deleted),
  "delete-right": remove(nextBoundary, deleted),
  "cut-word-left": remove(previousWord, isCut),
  "cut-argument-left": remove(previousArgument, isCut),
  "cut-word-right": remove(nextWord, isCut),
  "cut-line-left": remove(beginOfLine, isCut),
  "cut-line-right": remove(restOfLine, isCut),
  "paste-cut": (edited: EditedText) => insertText(edited, edited.cut),
  newline: (edited: EditedText) => insertText(edited, "\n"),
} as const satisfies Readonly<Record<string, (edited: EditedText) => EditedText>>;

export type EditCommand = keyof typeof editCommands;
