import type { Key } from "ink";
import type { KeyStep } from "../parts/key-dialog.tsx";
import {
  editField,
  fieldText,
  insertText,
  type TextField,
  textField,
} from "../parts/text-field.ts";
import type { FieldOption, FieldType, FormField } from "./form-field.ts";
import { readValue } from "./read-value.ts";

/** The answer to a server; only an accepted one has content. */
export type FormResult =
  | { readonly action: "accept"; readonly content: Readonly<Record<string, unknown>> }
  | { readonly action: "decline" | "cancel" };

/** What is in one field. */
export interface FieldState {
  readonly field: TextField;
  readonly chosen: readonly number[];
  /** The option that the keys are at. */
  readonly option: number;
  readonly problem: string | undefined;
}

/** The rows are the fields, then "send" and "decline". */
export interface FormState {
  readonly row: number;
  readonly fields: readonly FieldState[];
}

type Step = KeyStep<FormState, FormResult>;

const yesNo: readonly FieldOption[] = [
  { value: true, label: "yes" },
  { value: false, label: "no" },
];

/** The options of a field; undefined: text is written. */
export function optionsOf(type: FieldType): readonly FieldOption[] | undefined {
  if (type.kind === "boolean") return yesNo;
  return type.kind === "choice" || type.kind === "choices" ? type.options : undefined;
}

export const firstForm = (fields: readonly FormField[]): FormState => ({
  row: 0,
  fields: fields.map(({ type, first }) => {
    const options = optionsOf(type);
    const defaults: readonly unknown[] = Array.isArray(first) ? first : [first];
    const chosen = options
      ? options.flatMap(({ value }, index) => (defaults.includes(value) ? [index] : []))
      : [];
    return {
      field: textField(options || first === undefined ? "" : defaultText(first)),
      chosen,
      option: chosen[0] ?? 0,
      problem: undefined,
    };
  }),
});

const defaultText = (value: unknown): string =>
  typeof value === "string" ? value : (JSON.stringify(value) ?? "");

export function pressFormKey(
  fields: readonly FormField[],
  state: FormState,
  typed: string,
  key: Key,
): Step {
  if (key.escape || (key.ctrl && typed === "c"))
    return { do: "done", result: { action: "cancel" } };
  const rows = fields.length + 2;
  const back = key.upArrow || (key.tab && key.shift);
  if (back) return stay({ ...state, row: (state.row + rows - 1) % rows });
  if (key.downArrow || key.tab) return stay({ ...state, row: (state.row + 1) % rows });
  const field = fields[state.row];
  const current = state.fields[state.row];
  if (field && current) return pressFieldKey(state, field, current, typed, key);
  if (!key.return) return stay(state);
  return state.row === fields.length
    ? send(fields, state)
    : { do: "done", result: { action: "decline" } };
}

const stay = (state: FormState): Step => ({ do: "stay", state });

const update = (state: FormState, change: Partial<FieldState>): FormState => ({
  ...state,
  fields: state.fields.map((one, index) =>
    index === state.row ? { ...one, problem: undefined, ...change } : one,
  ),
});

/** Enter checks the field, and goes to the next one. */
function pressFieldKey(
  state: FormState,
  field: FormField,
  current: FieldState,
  typed: string,
  key: Key,
): Step {
  if (key.return) {
    const problem = problemOf(field, current);
    const checked = update(state, { problem });
    return stay(problem === undefined ? { ...checked, row: state.row + 1 } : checked);
  }
  const options = optionsOf(field.type);
  if (!options) {
    const edited = editField(current.field, typed, key);
    return stay(edited ? update(state, { field: edited }) : state);
  }
  const count = options.length;
  if (key.leftArrow || key.rightArrow) {
    const option = (current.option + (key.leftArrow ? count - 1 : 1)) % count;
    const isSeveral = field.type.kind === "choices";
    return stay(update(state, { option, ...(isSeveral ? {} : { chosen: [option] }) }));
  }
  return stay(typed === " " ? toggle(state, field, current) : state);
}

function toggle(state: FormState, { type }: FormField, { chosen, option }: FieldState): FormState {
  const others = chosen.filter((one) => one !== option);
  if (others.length < chosen.length) return update(state, { chosen: others });
  return update(state, { chosen: type.kind === "choices" ? [...chosen, option] : [option] });
}

function problemOf(field: FormField, { field: text, chosen }: FieldState): string | undefined {
  const read = readValue(field, { text: fieldText(text), chosen });
  return read.ok ? undefined : read.problem;
}

/** Sends the form if every field is right, else goes to the first that is not. */
function send(fields: readonly FormField[], state: FormState): Step {
  const problems = fields.map((field, index) => {
    const current = state.fields[index];
    return current && problemOf(field, current);
  });
  const row = problems.findIndex((problem) => problem !== undefined);
  if (row !== -1)
    return stay({
      row,
      fields: state.fields.map((one, index) => ({ ...one, problem: problems[index] })),
    });
  const content = fields.flatMap((field, index) => {
    const current = state.fields[index];
    if (!current) return [];
    const { field: text, chosen } = current;
    const read = readValue(field, { text: fieldText(text), chosen });
    return read.ok && "value" in read ? [[field.name, read.value] as const] : [];
  });
  return { do: "done", result: { action: "accept", content: Object.fromEntries(content) } };
}

export function pasteIntoForm(
  fields: readonly FormField[],
  state: FormState,
  text: string,
): FormState {
  const field = fields[state.row];
  const current = state.fields[state.row];
  if (!field || !current || optionsOf(field.type)) return state;
  return update(state, { field: insertText(current.field, text) });
}
