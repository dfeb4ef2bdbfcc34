import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";

/** Cases that fail, each with the reason, and how many there may be. */
export interface ExpectedFailures {
  readonly limit: number;
  readonly reasons: ReadonlyMap<string, string>;
}

export const readExpectedFailures = (): ExpectedFailures =>
  parseExpectedFailures(readFileSync(join(import.meta.dirname, "expected-failures.yaml"), "utf8"));

/** Throws if the text is not such a list: an unreadable list would excuse nothing, or everything. */
export function parseExpectedFailures(text: string): ExpectedFailures {
  const { limit, cases } = Object(parse(text)) as {
    readonly limit?: unknown;
    readonly cases?: unknown;
  };
  if (typeof limit !== "number") throw new Error("expected failures: found no number `limit`");
  const reasons = new Map(Object.entries(Object(cases)));
  for (const [name, reason] of reasons)
    if (typeof reason !== "string" || reason.trim() === "")
      throw new Error(`expected failures: ${name} has no reason`);
  return { limit, reasons: reasons as ReadonlyMap<string, string> };
}

/** What is wrong with the list itself: all its cases must exist, and there must be exactly `limit` of them. */
export function problemsOfList(
  { limit, reasons }: ExpectedFailures,
  names: readonly string[],
): readonly string[] {
  const unknown = [...reasons.keys()].filter((name) => !names.includes(name));
  return [
    ...unknown.map((name) => `${name} is expected to fail, but this case does not exist`),
    ...(reasons.size === limit
      ? []
      : [
          `${reasons.size} cases are expected to fail, but the limit is ${limit}: change both together`,
        ]),
  ];
}

/** What is wrong about one case: it failed and should not, or it passes and is still in the list. */
export function surpriseOf(
  name: string,
  passed: boolean,
  { reasons }: ExpectedFailures,
): string | undefined {
  if (passed && reasons.has(name)) return `${name} passes: remove it from expected-failures.yaml`;
  if (!passed && !reasons.has(name)) return `${name} fails`;
  return undefined;
}
