import { findEntry, historyOf, newerEntry, olderEntry } from "./browse-history.ts";
import type { CompletionSources, Proposal } from "./completion/complete.ts";
import { type EditCommand, editCommands, insertText, withText } from "./edit-text.ts";
import {
  afterSending,
  type InputState,
  initialInput,
  sentText,
  withCompletion,
  withEdited,
} from "./input-state.ts";
import { commandOf, type InputCommand, isChord, type SessionCommand } from "./key-bindings.ts";
import type { Keystroke } from "./keystroke.ts";
import { addPaste, pasteLabel, withoutMarks } from "./pasted-texts.ts";
import { cursorInRow, wrapText } from "./wrap-text.ts";

/** What a key needs to know besides the input line. */
export interface InputSurroundings extends CompletionSources {
  readonly now: number;
  /** Columns of the text. */
  readonly columns: number;
  readonly isTurnRunning: boolean;
  readonly hasQueued: boolean;
}

/** What a key asks of the session or the screen. */
export type InputEffect =
  | { readonly do: "send"; readonly text: string }
  | { readonly do: "interrupt" | "leave" | "take-back" | PlainCommand };

/** What a key does whatever is in the line. */
type PlainCommand = Exclude<SessionCommand, "escape" | "stop-or-leave" | "delete-or-leave">;

export interface InputStep {
  readonly state: InputState;
  readonly effect?: InputEffect;
}

/** How long a key waits to be pressed again. */
export const armedMs = 2000;

/** What a key does. Pure. */
export function reduceInput(
  state: InputState,
  stroke: Keystroke,
  surroundings: InputSurroundings,
): InputStep {
  if (state.search) return reduceSearch(state, state.search, stroke, surroundings);
  if ("text" in stroke) {
    const typed = insertText(state.edited, withoutMarks(stroke.text));
    return { state: withEdited(atRest(state), typed, surroundings) };
  }
  const keys = state.chord === undefined ? stroke.key : `${state.chord} ${stroke.key}`;
  if (isChord(keys)) return { state: { ...atRest(state), chord: keys } };
  const command = commandOf(keys) ?? commandOf(keys.replace(/shift\+(?=\w+$)/, ""));
  const isRepeated = state.armed?.key === stroke.key && surroundings.now < state.armed.until;
  const rested = atRest(state);
  return command === undefined
    ? { state: rested }
    : reduceCommand(rested, command, { ...surroundings, isRepeated });
}

const atRest = (state: InputState): InputState => ({
  ...state,
  chord: undefined,
  armed: undefined,
});

/** Pasted text. */
export function reducePaste(
  state: InputState,
  text: string,
  surroundings: InputSurroundings,
): InputState {
  const { inserted, pasted } = addPaste(state.pasted, text);
  const base = { ...atRest(state), search: undefined, pasted };
  return withEdited(base, insertText(state.edited, inserted), surroundings);
}

interface CommandContext extends InputSurroundings {
  /** The same key was pressed shortly before. */
  readonly isRepeated: boolean;
}

type Reduce = (state: InputState, context: CommandContext) => InputStep;

function reduceCommand(
  state: InputState,
  command: InputCommand,
  context: CommandContext,
): InputStep {
  const special = specialCommands[command];
  if (special) return special(state, context);
  const edit = editCommands[command as EditCommand];
  const edited = edit(state.edited);
  const isChanged = edited.text !== state.edited.text;
  const history = isChanged ? historyOf(state.history.entries) : state.history;
  return { state: withEdited({ ...state, history }, edited, context) };
}

const pure =
  (name: Exclude<InputEffect["do"], "send">): Reduce =>
  (state) => ({ state, effect: { do: name } });

const specialCommands: Readonly<Partial<Record<InputCommand, Reduce>>> = {
  send,
  up: (state, context) => vertical(state, context, -1),
  down: (state, context) => vertical(state, context, 1),
  complete(state, context) {
    const { completion } = state;
    if (!completion) return { state: withCompletion({ ...state, isClosed: false }, context) };
    return { state: withProposal(state, context) };
  },
  "search-history": (state) => ({ state: { ...state, search: { query: "", found: undefined } } }),
  escape: escapeKey,
  "stop-or-leave": stopOrLeave,
  "delete-or-leave": deleteOrLeave,
  "next-mode": pure("next-mode"),
  "show-details": pure("show-details"),
  "show-timeline": pure("show-timeline"),
  "send-now": pure("send-now"),
  redraw: pure("redraw"),
  suspend: pure("suspend"),
};

function send(state: InputState, context: CommandContext): InputStep {
  const { edited, completion } = state;
  const chosen = completion?.proposals[completion.chosen];
  if (
    completion &&
    chosen &&
    !isWritten(edited.text.slice(completion.from, completion.to), chosen)
  ) {
    const completed = withProposal(state, context);
    if (!chosen.isReady) return { state: completed };
    return sendText(completed, completed.edited.text.trim());
  }
  if (edited.text[edited.cursor - 1] === "\\") {
    const before = editCommands["delete-left"](edited);
    return { state: withEdited(state, editCommands.newline(before), context) };
  }
  return edited.text.trim() === "" ? { state } : sendText(state, sentText(state));
}

const isWritten = (written: string, { inserted }: Proposal): boolean => written === inserted.trim();

const sendText = (state: InputState, text: string): InputStep => ({
  state: afterSending(state, text),
  effect: { do: "send", text },
});

/** Replaces the part that is completed with the chosen proposal. */
function withProposal(state: InputState, context: CommandContext): InputState {
  const { edited, completion } = state;
  const chosen = completion?.proposals[completion.chosen];
  if (!completion || !chosen) return state;
  const { text, cut } = edited;
  const before = text.slice(0, completion.from);
  const rest = text.slice(completion.to).replace(/^ /, chosen.inserted.endsWith(" ") ? "" : " ");
  const without = { text: before + rest, cursor: before.length, cut };
  return withEdited(state, insertText(without, chosen.inserted), context);
}

/** Another proposal, another row, a prompt that waits, an earlier or later input: the first that there is. */
function vertical(state: InputState, context: CommandContext, by: 1 | -1): InputStep {
  const { completion, edited, history } = state;
  if (completion) {
    const count = completion.proposals.length;
    const chosen = (completion.chosen + by + count) % count;
    return { state: { ...state, completion: { ...completion, chosen } } };
  }
  const wrapped = wrapText(edited.text, {
    cursor: edited.cursor,
    columns: context.columns,
    labelOf: (character) => pasteLabel(state.pasted, character),
  });
  const cursor = cursorInRow(wrapped, by);
  if (cursor !== undefined) return { state: { ...state, edited: { ...edited, cursor } } };
  if (by === -1 && edited.text === "" && context.hasQueued)
    return { state, effect: { do: "take-back" } };
  const step = by === -1 ? olderEntry(history, edited.text) : newerEntry(history, edited.text);
  if (!step) return { state };
  const shown = { ...state, history: step.history, edited: withText(edited, step.text) };
  // Going through the history must not open a list that takes the arrow keys.
  return { state: { ...shown, isClosed: true } };
}

function escapeKey(
  state: InputState,
  { isTurnRunning, isRepeated, now }: CommandContext,
): InputStep {
  if (state.completion) return { state: { ...state, completion: undefined, isClosed: true } };
  if (isTurnRunning) return { state, effect: { do: "interrupt" } };
  if (state.edited.text === "") return { state };
  if (isRepeated) return { state: cleared(state) };
  return { state: { ...state, armed: { key: "escape", until: now + armedMs } } };
}

function stopOrLeave(
  state: InputState,
  { isTurnRunning, isRepeated, now }: CommandContext,
): InputStep {
  if (isRepeated) return { state, effect: { do: "leave" } };
  const armed = { key: "ctrl+c", until: now + armedMs } as const;
  if (state.edited.text !== "") return { state: { ...cleared(state), armed } };
  const next = { ...state, armed };
  return isTurnRunning ? { state: next, effect: { do: "interrupt" } } : { state: next };
}

function deleteOrLeave(state: InputState, context: CommandContext): InputStep {
  if (state.edited.text !== "")
    return { state: withEdited(state, editCommands["delete-right"](state.edited), context) };
  if (context.isRepeated) return { state, effect: { do: "leave" } };
  return { state: { ...state, armed: { key: "ctrl+d", until: context.now + armedMs } } };
}

/** An empty line; what was in it can be inserted again. */
const cleared = (state: InputState): InputState => ({
  ...initialInput(state.history.entries),
  edited: { text: "", cursor: 0, cut: sentText(state) },
});

function reduceSearch(
  state: InputState,
  search: NonNullable<InputState["search"]>,
  stroke: Keystroke,
  surroundings: InputSurroundings,
): InputStep {
  const find = (query: string, before?: number): InputStep => {
    const found = query === "" ? undefined : findEntry(state.history, query, before);
    return { state: { ...state, search: { query, found } } };
  };
  if ("text" in stroke) return find(search.query + stroke.text);
  const left: InputState = { ...state, search: undefined };
  switch (stroke.key) {
    case "backspace":
      return find(Array.from(search.query).slice(0, -1).join(""));
    case "ctrl+r": {
      const older = findEntry(state.history, search.query, search.found?.at);
      return { state: { ...state, search: { ...search, found: older ?? search.found } } };
    }
    case "escape":
    case "ctrl+c":
    case "ctrl+g":
      return { state: left };
    default: {
      const { found } = search;
      const taken = found
        ? { ...left, edited: withText(state.edited, found.text), isClosed: true }
        : left;
      const isOnlyTaken = ["enter", "tab", "up", "down"].includes(stroke.key);
      return isOnlyTaken ? { state: taken } : reduceInput(taken, stroke, surroundings);
    }
  }
}
