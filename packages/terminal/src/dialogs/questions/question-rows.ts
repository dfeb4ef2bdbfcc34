import { inLine } from "@snaphook/protocol";
import { ofOthers } from "../../text/others-lines.ts";
import { shortRuns } from "../../text/short-blanks.ts";
import { line, type StyledLine } from "../../text/styled-line.ts";
import { wrapLine } from "../../text/wrap-line.ts";
import type { DialogRows } from "../parts/layout.ts";
import { fieldLine } from "../parts/text-field.ts";
import type { AskedQuestion } from "./asked-question.ts";
import { answerOf, type QuestionState, type QuestionsState } from "./questions-state.ts";

/** The questions as rows: the one that is shown with its options, or all answers. */
export function questionRows(
  questions: readonly AskedQuestion[],
  state: QuestionsState,
  columns: number,
): DialogRows {
  const { tab, states, problem } = state;
  const question = questions[tab];
  const current = states[tab];
  const title = line("The model asks", { bold: true });
  const tabs =
    questions.length === 1 ? [title] : [title, ...ofOthers([tabLine(questions, state), []])];
  const problems = problem === undefined ? [] : wrapLine(line(problem, { color: "red" }), columns);
  if (!question || !current) {
    const body = [...tabs, ...ofOthers(summaryLines(questions, state))];
    const hint = line("Enter sends the answers, ← goes back, Esc refuses and interrupts", {
      dim: true,
    });
    return { body, footer: [[]], selected: 0, hint };
  }
  const preview = question.options[current.row]?.preview;
  const body = [
    ...tabs,
    ...ofOthers([
      ...textLines(question.question).map((text) => line(text, { bold: true })),
      ...(preview === undefined ? [] : [[], ...textLines(preview).map((text) => line(text))]),
    ]),
  ];
  const { rows, selected } = optionRows(question, current, columns);
  const footer = [[], ...rows, ...problems];
  const hint = hintLine(question, questions.length > 1);
  return { body, footer, selected: selected + 1, hint };
}

const textLines = (text: string): readonly string[] => text.split("\n").map(inLine);

function tabLine(questions: readonly AskedQuestion[], { tab, states }: QuestionsState): StyledLine {
  const tabs = questions.map(({ header }, index): StyledLine => {
    const [question, one] = [questions[index], states[index]];
    const isAnswered = question && one && answerOf(question, one) !== "";
    return tabPart(`${isAnswered ? "☑" : "☐"} ${inLine(header)}`, index === tab);
  });
  return [...tabs.flat(), ...tabPart("Send", tab === questions.length)];
}

const tabPart = (text: string, isShown: boolean): StyledLine => [
  { text: isShown ? `[${text}]` : ` ${text} `, bold: isShown },
  { text: " " },
];

const summaryLines = (
  questions: readonly AskedQuestion[],
  { states }: QuestionsState,
): readonly StyledLine[] =>
  questions.flatMap((question, index) => {
    const one = states[index];
    const answer = one ? answerOf(question, one) : "";
    return [
      line(inLine(question.question)),
      answer === ""
        ? line("  no answer yet", { color: "yellow" })
        : line(`  ${inLine(answer)}`, { color: "cyan" }),
    ];
  });

function optionRows(
  { options, multiSelect }: AskedQuestion,
  { row, chosen, other }: QuestionState,
  columns: number,
): { readonly rows: readonly StyledLine[]; readonly selected: number } {
  const rows: StyledLine[] = [];
  let selected = 0;
  const add = (index: number, label: StyledLine, description: string, isChosen: boolean) => {
    const isCurrent = index === row;
    if (isCurrent) selected = rows.length;
    const box = multiSelect ? (isChosen ? "[x] " : "[ ] ") : isChosen ? "● " : "";
    const start = { text: `${isCurrent ? "❯" : " "} ${index + 1}. ${box}`, bold: isCurrent };
    rows.push(...wrapLine([start, ...label], columns, 5));
    if (description !== "")
      rows.push(
        ...wrapLine(line(`     ${shortRuns(inLine(description))}`, { dim: true }), columns, 5),
      );
  };
  for (const [index, { label, description }] of options.entries()) {
    const style = index === row ? { bold: true, color: "cyan" } : {};
    add(index, line(shortRuns(inLine(label)), style), description, chosen.includes(index));
  }
  const isOther = row === options.length;
  const own = fieldLine(other, isOther, "your own answer");
  add(options.length, own, "", other.characters.length > 0);
  return { rows, selected };
}

function hintLine({ multiSelect }: AskedQuestion, hasTabs: boolean): StyledLine {
  const choose = multiSelect ? "Space chooses, Enter continues" : "Enter or a number chooses";
  const tabs = hasTabs ? ", Tab or ←→ changes the question" : "";
  return line(`↑↓ ${choose}${tabs}, Esc refuses and interrupts`, { dim: true });
}
