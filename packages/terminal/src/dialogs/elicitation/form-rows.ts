import { inLine } from "@snaphook/protocol";
import { shortRuns } from "../../text/short-blanks.ts";
import { line, type StyledLine } from "../../text/styled-line.ts";
import { wrapLine } from "../../text/wrap-line.ts";
import type { DialogRows } from "../parts/layout.ts";
import { fieldLine } from "../parts/text-field.ts";
import type { FormField } from "./form-field.ts";
import { type FieldState, type FormState, optionsOf } from "./form-state.ts";

/** The form as rows: what the server says above, the fields and answers below. */
export function formRows(
  intro: readonly StyledLine[],
  fields: readonly FormField[],
  state: FormState,
  columns: number,
): DialogRows {
  const footer: StyledLine[] = [[]];
  let selected = 0;
  const add = (row: number, rows: readonly StyledLine[]) => {
    if (row === state.row) selected = footer.length;
    footer.push(...rows);
  };
  for (const [index, field] of fields.entries()) {
    const current = state.fields[index];
    if (current) add(index, fieldRows(field, current, index === state.row, columns));
  }
  for (const [index, label] of ["Send", "Decline"].entries()) {
    const row = fields.length + index;
    const isCurrent = row === state.row;
    const style = isCurrent ? { bold: true, color: "cyan" } : {};
    add(row, [line(`${isCurrent ? "❯" : " "} ${label}`, style)]);
  }
  const keys = "↑↓ or Tab moves, ←→ and Space choose, Enter continues, Esc cancels";
  const hint = line(keys, { dim: true });
  return { body: intro, footer, selected, hint };
}

function fieldRows(
  { title, description, isRequired, type }: FormField,
  { field, chosen, option, problem }: FieldState,
  isCurrent: boolean,
  columns: number,
): readonly StyledLine[] {
  const options = optionsOf(type);
  const value: StyledLine = options
    ? options.flatMap(({ label }, index): StyledLine => {
        const mark = chosen.includes(index) ? "●" : "○";
        const isAt = isCurrent && index === option;
        return [{ text: `${mark} ${shortRuns(inLine(label))}`, underline: isAt }, { text: "  " }];
      })
    : fieldLine(field, isCurrent, isCurrent ? "" : "–");
  const name = `${isCurrent ? "❯" : " "} ${shortRuns(inLine(title))}${isRequired ? " *" : ""}: `;
  const below = (text: string, style: { dim?: boolean; color?: string }) =>
    wrapLine(line(`    ${shortRuns(inLine(text))}`, style), columns, 4);
  return [
    ...wrapLine([{ text: name, bold: isCurrent }, ...value], columns, 4),
    ...(description === "" ? [] : below(description, { dim: true })),
    ...(problem === undefined ? [] : below(problem, { color: "red" })),
  ];
}
