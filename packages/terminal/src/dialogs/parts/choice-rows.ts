import { inLine } from "@snaphook/protocol";
import { shortRuns } from "../../text/short-blanks.ts";
import { line, type StyledLine } from "../../text/styled-line.ts";
import { cutRow, wrapLine } from "../../text/wrap-line.ts";
import { type Choice, type ChoiceState, numberOf } from "./choices.ts";
import { fieldLine } from "./text-field.ts";

/** The answers of a dialog as rows, one each if they are to be short, and the row of the one that is selected. */
export function choiceRows(
  choices: readonly Choice[],
  state: ChoiceState,
  columns: number,
  { isShort = false } = {},
): { readonly rows: readonly StyledLine[]; readonly selected: number } {
  const parts = choices.map((choice, at) => {
    const shown = choiceLine(choice, at, state);
    const isWritten = at === state.index && state.message !== undefined;
    return isShort && !isWritten
      ? [cutRow(shown, columns)]
      : [...wrapLine(shown, columns, 5), ...detailRows(choice, columns)];
  });
  return { rows: parts.flat(), selected: parts.slice(0, state.index).flat().length };
}

function choiceLine(choice: Choice, at: number, { index, message }: ChoiceState): StyledLine {
  const isSelected = at === index;
  const label = `${isSelected ? "❯" : " "} ${numberOf(choice, at)}. ${shortRuns(inLine(choice.label))}`;
  const written =
    isSelected && message ? [{ text: ", " }, ...fieldLine(message, true, choice.message)] : [];
  return [...line(label, isSelected ? { bold: true, color: "cyan" } : {}), ...written];
}

const detailRows = ({ details = [] }: Choice, columns: number): readonly StyledLine[] =>
  details.flatMap((one) =>
    wrapLine(line(`     ${shortRuns(inLine(one))}`, { dim: true }), columns, 5),
  );

/** The keys that work in the dialog now. */
export function keysHint(
  choices: readonly Choice[],
  { index, message }: ChoiceState,
  escapes: string,
): StyledLine {
  if (message) return line("Enter sends it, Esc drops the text", { dim: true });
  const tab = choices[index]?.message === undefined ? "" : ", Tab adds a message";
  return line(`↑↓ Enter or a number chooses${tab}, Esc ${escapes}`, { dim: true });
}
