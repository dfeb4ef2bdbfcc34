import type { Key } from "ink";
import type { KeyStep } from "../parts/key-dialog.tsx";
import {
  editField,
  fieldText,
  insertText,
  type TextField,
  textField,
} from "../parts/text-field.ts";
import type { AskedQuestion } from "./asked-question.ts";

/** Answers by the text of the question; undefined: the user does not answer. */
export type Answers = Readonly<Record<string, string>> | undefined;

/** Where the user is in one question. The row after the options is the one for an answer of their own. */
export interface QuestionState {
  readonly row: number;
  readonly chosen: readonly number[];
  readonly other: TextField;
}

export interface QuestionsState {
  /** The question that is shown; after the last one: all answers, to send them. */
  readonly tab: number;
  readonly states: readonly QuestionState[];
  readonly problem: string | undefined;
}

type Step = KeyStep<QuestionsState, Answers>;

export const firstState = (questions: readonly AskedQuestion[]): QuestionsState => ({
  tab: 0,
  states: questions.map(() => ({ row: 0, chosen: [], other: textField() })),
  problem: undefined,
});

/** What the user answered so far; empty: nothing. */
export function answerOf({ options }: AskedQuestion, { chosen, other }: QuestionState): string {
  const own = fieldText(other).trim();
  const labels = options.filter((_, index) => chosen.includes(index)).map(({ label }) => label);
  return [...labels, ...(own === "" ? [] : [own])].join(", ");
}

export function pressQuestionKey(
  questions: readonly AskedQuestion[],
  state: QuestionsState,
  typed: string,
  key: Key,
): Step {
  if (key.escape || (key.ctrl && typed === "c")) return { do: "done", result: undefined };
  const { tab, states } = state;
  const question = questions[tab];
  const current = states[tab];
  if (key.tab) return toTab(questions, state, tab + (key.shift ? -1 : 1));
  return question && current
    ? pressOptionKey(questions, state, question, current, typed, key)
    : pressSendKey(questions, state, key);
}

function pressOptionKey(
  questions: readonly AskedQuestion[],
  state: QuestionsState,
  question: AskedQuestion,
  current: QuestionState,
  typed: string,
  key: Key,
): Step {
  const isOther = current.row === question.options.length;
  const edited = isOther ? editField(current.other, typed, key) : undefined;
  if (edited) return stay(withOther(question, state, edited));
  if (key.leftArrow) return toTab(questions, state, state.tab - 1);
  if (key.rightArrow) return toTab(questions, state, state.tab + 1);
  if (key.return) return pressEnter(questions, state, question, current);
  if (/^[1-9]$/.test(typed)) return pressNumber(questions, state, question, Number(typed) - 1);
  if (typed === " " && question.multiSelect) return stay(toggle(state, current, current.row));
  return stay(moveRow(state, question, current, key));
}

function moveRow(
  state: QuestionsState,
  { options }: AskedQuestion,
  { row }: QuestionState,
  { upArrow, downArrow }: Key,
): QuestionsState {
  const rows = options.length + 1;
  if (!upArrow && !downArrow) return state;
  return update(state, { row: (row + (upArrow ? rows - 1 : 1)) % rows });
}

const stay = (state: QuestionsState): Step => ({ do: "stay", state });

const update = (state: QuestionsState, change: Partial<QuestionState>): QuestionsState => ({
  ...state,
  problem: undefined,
  states: state.states.map((one, index) => (index === state.tab ? { ...one, ...change } : one)),
});

/** An answer of their own replaces the option, unless there can be several. */
const withOther = (
  { multiSelect }: AskedQuestion,
  state: QuestionsState,
  other: TextField,
): QuestionsState =>
  update(state, { other, ...(!multiSelect && fieldText(other) !== "" && { chosen: [] }) });

function toggle(state: QuestionsState, { chosen }: QuestionState, row: number): QuestionsState {
  const others = chosen.filter((one) => one !== row);
  return update(state, { row, chosen: others.length < chosen.length ? others : [...chosen, row] });
}

function toTab(questions: readonly AskedQuestion[], state: QuestionsState, tab: number): Step {
  const last = questions.length === 1 ? 0 : questions.length;
  return stay({ ...state, problem: undefined, tab: Math.max(0, Math.min(last, tab)) });
}

/** Enter takes the option, or the answer of their own, and shows the next question. */
function pressEnter(
  questions: readonly AskedQuestion[],
  state: QuestionsState,
  question: AskedQuestion,
  current: QuestionState,
): Step {
  const isOther = current.row === question.options.length;
  if (!question.multiSelect && !isOther)
    return next(questions, update(state, { chosen: [current.row], other: textField() }));
  if (answerOf(question, current) === "")
    return stay({
      ...state,
      problem: question.multiSelect
        ? "Choose at least one with the space bar, or write an answer."
        : "Write an answer, or choose one above.",
    });
  return next(questions, state);
}

function pressNumber(
  questions: readonly AskedQuestion[],
  state: QuestionsState,
  question: AskedQuestion,
  row: number,
): Step {
  const current = state.states[state.tab];
  if (!current || row > question.options.length) return stay(state);
  if (row === question.options.length) return stay(update(state, { row }));
  if (question.multiSelect) return stay(toggle(state, current, row));
  return next(questions, update(state, { row, chosen: [row], other: textField() }));
}

/** After the last question all answers are shown; a single one is sent at once. */
function next(questions: readonly AskedQuestion[], state: QuestionsState): Step {
  return questions.length === 1 ? send(questions, state) : toTab(questions, state, state.tab + 1);
}

function pressSendKey(questions: readonly AskedQuestion[], state: QuestionsState, key: Key): Step {
  if (key.return) return send(questions, state);
  if (key.leftArrow || key.upArrow) return toTab(questions, state, state.tab - 1);
  return stay(state);
}

function send(questions: readonly AskedQuestion[], state: QuestionsState): Step {
  const answers = questions.map((question, index) => {
    const one = state.states[index];
    return [question.question, one ? answerOf(question, one) : ""] as const;
  });
  const missing = answers.findIndex(([, answer]) => answer === "");
  if (missing === -1) return { do: "done", result: Object.fromEntries(answers) };
  return stay({ ...state, tab: missing, problem: "This question has no answer yet." });
}

export function pasteAnswer(
  questions: readonly AskedQuestion[],
  state: QuestionsState,
  text: string,
): QuestionsState {
  const question = questions[state.tab];
  const current = state.states[state.tab];
  if (!question || !current || current.row !== question.options.length) return state;
  return withOther(question, state, insertText(current.other, text));
}
