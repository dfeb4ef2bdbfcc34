import { nearestName } from "@snaphook/engine/internal";
import { describeValue } from "@snaphook/protocol";
import type { z } from "zod";

type Issue = z.core.$ZodIssue;

/** Describes what does not match a schema: each key, what was found and what is expected. */
export function schemaProblems(
  issues: readonly Issue[],
  value: unknown,
  known: readonly string[],
): string {
  return issues.flatMap((issue) => problemsOf(issue, value, known)).join("; ");
}

function problemsOf(issue: Issue, value: unknown, known: readonly string[]): readonly string[] {
  if (issue.code === "unrecognized_keys") return issue.keys.map((key) => unknownKey(key, known));
  const found = issue.path.reduce<unknown>(
    (at, key) => (at as Readonly<Record<PropertyKey, unknown>>)?.[key],
    value,
  );
  const expected = expectedBy(issue);
  if (issue.path.length === 0) return [`it must be ${expected}, but is ${describeValue(found)}`];
  const key = `"${issue.path.map(String).join(".")}"`;
  if (found === undefined) return [`${key} is missing: it must be ${expected}`];
  return [`${key} must be ${expected}, but is ${describeValue(found)}`];
}

function unknownKey(key: string, known: readonly string[]): string {
  const nearest = nearestName(key, known);
  const hint = nearest === undefined ? "" : `; did you mean "${nearest}"?`;
  const keys = known.length === 0 ? "there are no keys" : `the keys are ${known.join(", ")}`;
  return `"${key}" is not a known key${hint} (${keys})`;
}

/** What is expected. */
function expectedBy(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return withArticle(issue.expected);
    case "invalid_value":
      return oneOf(issue.values);
    case "invalid_union":
      return "options" in issue && Array.isArray(issue.options)
        ? oneOf(issue.options)
        : issue.message;
    case "too_small":
      return issue.origin === "string"
        ? "a string that is not empty"
        : `at least ${String(issue.minimum)}`;
    case "too_big":
      return `at most ${String(issue.maximum)}`;
    default:
      return `something else (${issue.message})`;
  }
}

const oneOf = (values: readonly unknown[]): string =>
  `one of ${values.map((one) => JSON.stringify(one)).join(", ")}`;

const names: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  object: "an object",
  array: "a list",
  null: "null",
};

const withArticle = (type: string): string => names[type] ?? type;
