import { addEntry, type History, historyOf } from "./browse-history.ts";
import {
  type Completion,
  type CompletionSources,
  completableAt,
  complete,
} from "./completion/complete.ts";
import { type EditedText, emptyText, withText } from "./edit-text.ts";
import { joinInputs } from "./join-inputs.ts";
import { expandPastes } from "./pasted-texts.ts";

/** Everything about the input line. It changes only through `reduceInput` and the functions here. */
export interface InputState {
  readonly edited: EditedText;
  /** Long texts that were pasted; each is one character of the text. */
  readonly pasted: readonly string[];
  readonly history: History;
  readonly search: HistorySearch | undefined;
  readonly completion: Completion | undefined;
  /** The user closed the completion; it opens again when the text changes. */
  readonly isClosed: boolean;
  /** The first of two keys, such as Ctrl+X. */
  readonly chord: string | undefined;
  /** A key that does something when it is pressed again. */
  readonly armed: ArmedKey | undefined;
}

interface ArmedKey {
  readonly key: "ctrl+c" | "ctrl+d" | "escape";
  /** Milliseconds; later it is as if it had not been pressed. */
  readonly until: number;
}

interface HistorySearch {
  readonly query: string;
  /** Undefined: no earlier input contains the query. */
  readonly found: { readonly at: number; readonly text: string } | undefined;
}

export const initialInput = (entries: readonly string[] = []): InputState => ({
  edited: emptyText,
  pasted: [],
  history: historyOf(entries),
  search: undefined,
  completion: undefined,
  isClosed: false,
  chord: undefined,
  armed: undefined,
});

/** A changed text, or a moved cursor. */
export function withEdited(
  state: InputState,
  edited: EditedText,
  sources: CompletionSources,
): InputState {
  const isSame = edited.text === state.edited.text;
  return withCompletion({ ...state, edited, isClosed: isSame && state.isClosed }, sources);
}

/** Finds out what can be completed at the cursor. */
export function withCompletion(state: InputState, sources: CompletionSources): InputState {
  const { text, cursor } = state.edited;
  const completable = state.isClosed ? undefined : completableAt(text, cursor);
  if (!completable) return { ...state, completion: undefined };
  const completion = complete(completable, sources);
  return { ...state, completion: completion.proposals.length === 0 ? undefined : completion };
}

/** The line is empty, and the text part of the history. */
export const afterSending = (state: InputState, sent: string): InputState => ({
  ...initialInput(addEntry(state.history.entries, sent)),
  edited: { ...emptyText, cut: state.edited.cut },
});

/** A text that comes back, such as a refused prompt. What was typed meanwhile stays behind it. */
export function withDraft(state: InputState, draft: string): InputState {
  const text = joinInputs(draft, state.edited.text);
  return { ...state, edited: withText(state.edited, text), completion: undefined, isClosed: true };
}

/** The text as it is sent. */
export const sentText = ({ edited, pasted }: InputState): string =>
  expandPastes(pasted, edited.text);
