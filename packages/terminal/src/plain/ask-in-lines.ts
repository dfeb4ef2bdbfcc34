import type { AskedQuestion } from "../dialogs/questions/asked-question.ts";
import { shortBlanks } from "../text/short-blanks.ts";
import type { PlainQuestion } from "./question-lines.ts";

/** The model's questions, one after the other; `done` gets the answers by question, or undefined if the user refuses. */
export function askInLines(
  questions: readonly AskedQuestion[],
  done: (answers: Readonly<Record<string, string>> | undefined) => void,
): PlainQuestion {
  const answers: (readonly [string, string])[] = [];
  let at = 0;
  const current = () => questionLines(questions[at], at, questions.length);
  return {
    lines: current(),
    take(line) {
      const question = questions[at];
      const read = question && answerIn(line, question);
      if (!question || !read) {
        done(undefined);
        return undefined;
      }
      if ("problem" in read) return [read.problem];
      answers.push([question.question, read.answer]);
      at += 1;
      if (at < questions.length) return current();
      done(Object.fromEntries(answers));
      return undefined;
    },
  };
}

function questionLines(
  question: AskedQuestion | undefined,
  at: number,
  count: number,
): readonly string[] {
  if (!question) return [];
  const { options, multiSelect } = question;
  return [
    count === 1 ? question.question : `Question ${at + 1} of ${count}: ${question.question}`,
    ...options.flatMap(({ label, description, preview }, index) => [
      `  ${index + 1}. ${label}${description === "" ? "" : `: ${description}`}`,
      ...(preview === undefined
        ? []
        : shortBlanks(preview)
            .split("\n")
            .map((row) => `     | ${row}`)),
    ]),
    multiSelect
      ? "Type numbers, such as 1, 2, or an answer of your own. An empty line answers nothing and ends the turn:"
      : "Type a number, or an answer of your own. An empty line answers nothing and ends the turn:",
  ];
}

/** What a line answers; undefined: nothing. */
function answerIn(
  line: string,
  { options, multiSelect }: AskedQuestion,
): { readonly answer: string } | { readonly problem: string } | undefined {
  const text = line.trim();
  if (text === "") return undefined;
  const numbers = text.split(/[\s,]+/).filter((part) => part !== "");
  if (options.length === 0 || !numbers.every((part) => /^\d+$/.test(part))) return { answer: text };
  if (numbers.length > 1 && !multiSelect) return { problem: "Only one number can be chosen:" };
  const missing = numbers.find((part) => !options[Number(part) - 1]);
  if (missing !== undefined)
    return { problem: `There is no option ${missing}; type a number from 1 to ${options.length}:` };
  const chosen = options.filter((_, index) => numbers.includes(String(index + 1)));
  return { answer: chosen.map(({ label }) => label).join(", ") };
}
