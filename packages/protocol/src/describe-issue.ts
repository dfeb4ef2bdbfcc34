import type { z } from "zod";
import { describeValue } from "./describe-value.ts";

type Issue = z.core.$ZodIssue;

/** What does not match a schema, in words: what it must be, and what it is. */
export function describeIssue(issue: Issue, value: unknown): string {
  const found = issue.path.reduce<unknown>(
    (at, key) => (at as Readonly<Record<PropertyKey, unknown>> | undefined)?.[key],
    value,
  );
  const expected = expectedBy(issue);
  if (expected === undefined) return "has none of the forms it can have";
  return found === undefined
    ? `is missing; it must be ${expected}`
    : `must be ${expected}, but is ${describeValue(found)}`;
}

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
    default:
      return undefined;
  }
}

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
