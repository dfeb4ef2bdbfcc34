import type { z } from "zod";
import { describeValue } from "./describe-value.ts";

type Issue = z.core.$ZodIssue;

/** What does not match a schema, in words: what it must be, and what it is. */
export function describeIssue(issue: Issue, value: unknown): string {
  const found = issue.path.reduce<unknown>(
    (at, key) => (at as Readonly<Record<PropertyKey, unknown>> | undefined)?.[key],
    value,
  );
  if (issue.code === "unrecognized_keys") return unknownKeysMessage;
  const expected = expectedBy(issue);
  if (expected === undefined) return `is not valid: ${issue.message}`;
  return found === undefined
    ? `is missing; it must be ${expected}`
    : `must be ${expected}, but is ${describeValue(found)}`;
}

/** Callers that know the keys report each one instead. */
export const unknownKeysMessage = "has unknown keys";

function expectedBy(issue: Issue): string | undefined {
  switch (issue.code) {
    case "invalid_type":
      return names[issue.expected] ?? issue.expected;
    case "invalid_value":
      return issue.values.length === 1
        ? JSON.stringify(issue.values[0])
        : `one of ${issue.values.map((one) => JSON.stringify(one)).join(", ")}`;
    case "too_small":
      return `${issue.inclusive === false ? "more than" : "at least"} ${issue.minimum}`;
    case "too_big":
      return `${issue.inclusive === false ? "less than" : "at most"} ${issue.maximum}`;
    case "invalid_union":
      return formsOf(issue.errors);
    default:
      return undefined;
  }
}

/** The forms that a value can have: "a text or a list of texts". */
function formsOf(branches: readonly (readonly Issue[])[]): string | undefined {
  const forms = branches.flatMap(([first]) => {
    if (first === undefined) return [];
    const expected = expectedBy(first);
    if (first.path.length === 0 || expected === undefined) return expected ?? [];
    return typeof first.path[0] === "number"
      ? `a list of ${plurals[expected] ?? `values, each ${expected}`}`
      : `an object with other values: ${String(first.path[0])} must be ${expected}`;
  });
  return forms.length === 0 ? undefined : [...new Set(forms)].join(" or ");
}

const plurals: Readonly<Record<string, string>> = { "a text": "texts", "a number": "numbers" };

const names: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  object: "an object",
  record: "an object",
  array: "a list",
  null: "null",
};
