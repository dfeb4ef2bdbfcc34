import type { Key } from "ink";
import { editField, fieldText, insertText, type TextField, textField } from "./text-field.ts";

/** One answer that a dialog offers. */
export interface Choice<Id extends string = string> {
  readonly id: Id;
  readonly label: string;
  /** The key that chooses it. Default: its place, from 1. */
  readonly number?: number;
  /** What follows from it, below the label. */
  readonly details?: readonly string[];
  /** Tab adds a text to it; says for whom. */
  readonly message?: string;
}

/** Where the user is in a dialog. */
export interface ChoiceState {
  readonly index: number;
  /** What is added to the chosen answer; undefined: nothing is being written. */
  readonly message: TextField | undefined;
}

export const firstChoice = (index = 0): ChoiceState => ({ index, message: undefined });

/** What a key leads to. */
export type ChoiceStep<Id extends string> =
  | { readonly do: "stay"; readonly state: ChoiceState }
  | { readonly do: "choose"; readonly id: Id; readonly message: string | undefined }
  /** Esc, Ctrl+C. */
  | { readonly do: "cancel" };

/** The arrow keys move, a number or Enter chooses, Tab writes a message, Esc takes back. */
export function pressChoiceKey<Id extends string>(
  state: ChoiceState,
  choices: readonly Choice<Id>[],
  typed: string,
  key: Key,
): ChoiceStep<Id> {
  const current = choices[state.index];
  if (key.ctrl && typed === "c") return { do: "cancel" };
  if (key.escape && !state.message) return { do: "cancel" };
  if (key.return && current) return choose(current, state.message);
  const isNumber = /^[1-9]$/.test(typed) && !state.message && !key.ctrl && !key.meta;
  const numbered = isNumber
    ? choices.find((choice, at) => numberOf(choice, at) === Number(typed))
    : undefined;
  if (numbered) return choose(numbered, undefined);
  return { do: "stay", state: moved(state, choices, typed, key) };
}

/** The number of a choice at a place. */
export const numberOf = ({ number }: Choice, at: number): number => number ?? at + 1;

/** Where the user is after a key that chooses nothing; the same state if it does nothing. */
function moved(
  state: ChoiceState,
  choices: readonly Choice[],
  typed: string,
  key: Key,
): ChoiceState {
  const { index, message } = state;
  const count = choices.length;
  if (key.upArrow) return firstChoice((index + count - 1) % count);
  if (key.downArrow) return firstChoice((index + 1) % count);
  if (message)
    return key.escape || key.tab
      ? firstChoice(index)
      : { index, message: editField(message, typed, key) ?? message };
  const canWrite = key.tab && choices[index]?.message !== undefined;
  return canWrite ? { index, message: textField() } : state;
}

/** Pasted text is part of the message; it never chooses. */
export const pasteToChoice = (state: ChoiceState, text: string): ChoiceState =>
  state.message ? { ...state, message: insertText(state.message, text) } : state;

function choose<Id extends string>(
  { id }: Choice<Id>,
  message: TextField | undefined,
): ChoiceStep<Id> {
  const text = message ? fieldText(message).trim() : "";
  return { do: "choose", id, message: text === "" ? undefined : text };
}
