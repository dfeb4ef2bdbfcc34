import type { FieldType, FormField } from "./form-field.ts";

/** What the user has put into a field. */
export interface FieldInput {
  readonly text: string;
  /** Of a choice: the index of each option that is chosen. Of a boolean: 0 is yes. */
  readonly chosen: readonly number[];
}

/** The value that is sent; without `value` the field is left out. */
export type ReadValue =
  | { readonly ok: true; readonly value?: unknown }
  | { readonly ok: false; readonly problem: string };

/** The value of a field, or what is wrong with it. */
export function readValue({ type, isRequired }: FormField, input: FieldInput): ReadValue {
  const isEmpty = isChosen(type) ? input.chosen.length === 0 : input.text.trim() === "";
  if (isEmpty) return isRequired ? wrong("This field is required.") : { ok: true };
  switch (type.kind) {
    case "text":
      return readText(type, input.text);
    case "number":
      return readNumber(type, input.text.trim());
    case "boolean":
      return { ok: true, value: input.chosen[0] === 0 };
    case "choice":
      return { ok: true, value: type.options[input.chosen[0] ?? 0]?.value };
    case "choices":
      return readChoices(type, input.chosen);
    case "json":
      return readJson(input.text);
  }
}

const isChosen = ({ kind }: FieldType): boolean =>
  kind === "boolean" || kind === "choice" || kind === "choices";

const wrong = (problem: string): ReadValue => ({ ok: false, problem });

type Of<Kind extends FieldType["kind"]> = Extract<FieldType, { readonly kind: Kind }>;

function readText({ format, minLength, maxLength, pattern }: Of<"text">, text: string): ReadValue {
  const { length } = [...text];
  if (minLength !== undefined && length < minLength)
    return wrong(`Write at least ${minLength} characters.`);
  if (maxLength !== undefined && length > maxLength)
    return wrong(`Write at most ${maxLength} characters; these are ${length}.`);
  const { fits, example } = formats[format ?? ""] ?? {};
  if (fits && !fits(text)) return wrong(`Write ${example}.`);
  if (pattern !== undefined && !fitsPattern(pattern, text))
    return wrong(`It must match ${pattern}.`);
  return { ok: true, value: text };
}

/** The server's pattern is tested on short texts only: it could take very long. The server checks the value too. */
function fitsPattern(pattern: string, text: string): boolean {
  if (text.length > 200 || /\)[*+{]/.test(pattern)) return true;
  try {
    return new RegExp(pattern, "u").test(text);
  } catch {
    return true;
  }
}

interface Format {
  readonly example: string;
  fits(text: string): boolean;
}

const formats: Readonly<Record<string, Format>> = {
  email: {
    example: "an e-mail address, such as me@example.com",
    fits: (text) => /^[^\s@]+@[^\s@]+$/.test(text),
  },
  uri: { example: "an address, such as https://example.com", fits: (text) => URL.canParse(text) },
  date: {
    example: "a date, such as 2026-01-31",
    fits: (text) => /^\d{4}-\d\d-\d\d$/.test(text) && isDate(text),
  },
  "date-time": {
    example: "a date and time, such as 2026-01-31T12:00:00Z",
    fits: (text) => /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text) && !Number.isNaN(Date.parse(text)),
  },
};

/** `Date` would make 3 March of 31 February. */
const isDate = (text: string): boolean => {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
};

function readNumber({ isInteger, minimum, maximum }: Of<"number">, text: string): ReadValue {
  const value = Number(text);
  if (!Number.isFinite(value)) return wrong("Write a number.");
  if (isInteger && !Number.isSafeInteger(value)) return wrong("Write a whole number.");
  if (minimum !== undefined && value < minimum) return wrong(`It must be at least ${minimum}.`);
  if (maximum !== undefined && value > maximum) return wrong(`It must be at most ${maximum}.`);
  return { ok: true, value };
}

function readChoices(
  { options, minItems, maxItems }: Of<"choices">,
  chosen: readonly number[],
): ReadValue {
  if (minItems !== undefined && chosen.length < minItems)
    return wrong(`Choose at least ${minItems}.`);
  if (maxItems !== undefined && chosen.length > maxItems)
    return wrong(`Choose at most ${maxItems}.`);
  return {
    ok: true,
    value: options.filter((_, index) => chosen.includes(index)).map(({ value }) => value),
  };
}

function readJson(text: string): ReadValue {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return wrong('Write JSON: texts in quotes, such as "a", [1, 2] or {"b": true}.');
  }
}
