import { inLine } from "@snaphook/protocol";
import type { Key } from "ink";
import type { StyledLine } from "../../text/styled-line.ts";

/** A line that the user edits. The cursor is before the character at its index. */
export interface TextField {
  readonly characters: readonly string[];
  readonly cursor: number;
}

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

const charactersOf = (text: string): readonly string[] =>
  [...graphemes.segment(text)].map(({ segment }) => segment);

export function textField(text = ""): TextField {
  const characters = charactersOf(text);
  return { characters, cursor: characters.length };
}

export const fieldText = ({ characters }: TextField): string => characters.join("");

/** What a key does to the field; undefined: nothing, the key means something else. */
export function editField(field: TextField, typed: string, key: Key): TextField | undefined {
  const { characters, cursor } = field;
  const moved = (to: number): TextField => ({
    characters,
    cursor: Math.max(0, Math.min(characters.length, to)),
  });
  const removed = (from: number, to: number): TextField => ({
    characters: [...characters.slice(0, Math.max(0, from)), ...characters.slice(to)],
    cursor: Math.max(0, from),
  });
  if (key.leftArrow) return moved(cursor - 1);
  if (key.rightArrow) return moved(cursor + 1);
  if (key.home) return moved(0);
  if (key.end) return moved(characters.length);
  // Terminals send the code of "delete" for the backspace key.
  if (key.backspace || key.delete) return cursor === 0 ? field : removed(cursor - 1, cursor);
  if (key.ctrl) return edits[typed]?.({ cursor, moved, removed, end: characters.length });
  const isTyped = typed !== "" && !key.meta && !key.escape && !key.return && !key.tab;
  return isTyped ? insertText(field, typed) : undefined;
}

interface Editing {
  readonly cursor: number;
  readonly end: number;
  moved(to: number): TextField;
  removed(from: number, to: number): TextField;
}

/** The usual keys of shells, with Ctrl. */
const edits: Readonly<Record<string, (editing: Editing) => TextField>> = {
  a: ({ moved }) => moved(0),
  e: ({ moved, end }) => moved(end),
  u: ({ removed, cursor }) => removed(0, cursor),
  k: ({ removed, cursor, end }) => removed(cursor, end),
};

/** Typed or pasted text; a field has one line. */
export function insertText({ characters, cursor }: TextField, text: string): TextField {
  const added = charactersOf(text.replaceAll(/\r\n?|\n/g, " "));
  const kept = charactersOf(
    [...characters.slice(0, cursor), ...added, ...characters.slice(cursor)].join(""),
  );
  const isJoined = kept.length !== characters.length + added.length;
  return {
    characters: kept,
    cursor: isJoined ? Math.min(kept.length, cursor + added.length) : cursor + added.length,
  };
}

/** The field as a line with its cursor; `hint` is shown while it is empty. */
export function fieldLine(field: TextField, isActive: boolean, hint = ""): StyledLine {
  const { characters, cursor } = field;
  const text = (from: number, to?: number) => inLine(characters.slice(from, to).join(""));
  const faint = { text: hint, dim: true };
  if (!isActive) return characters.length === 0 ? [faint] : [{ text: text(0) }];
  const at = characters[cursor];
  return [
    { text: text(0, cursor) },
    { text: at === undefined ? " " : text(cursor, cursor + 1), inverse: true },
    { text: text(cursor + 1) },
    ...(characters.length === 0 ? [faint] : []),
  ];
}
