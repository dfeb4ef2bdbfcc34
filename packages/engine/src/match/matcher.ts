import type { Profile } from "@snaphook/protocol";

/** The result of a test. "ran-away" is treated as a match (M4): a guard whose matcher is too slow still runs. */
type MatchAnswer = "matches" | "does-not-match" | "ran-away";

/** A compiled matcher; `pattern` is what the settings file says. */
export interface Matcher {
  readonly pattern: string | undefined;
  readonly kind: "everything" | "names" | "expression" | "invalid";
  /** The names of a list of names. */
  readonly names: readonly string[];
  test(value: string): MatchAnswer;
}

/** Tests an expression with a time limit; passed in, because a pure stage has no clock. */
export type BoundedTest = (expression: RegExp, value: string) => MatchAnswer;

export interface MatcherOptions {
  readonly style: Profile["matcher"];
  readonly boundedTest: BoundedTest;
}

const nameList = /^[\p{L}\p{Nd}_\- |,]*$/u;

/** Compiles a matcher as M1-M4 say. */
export function compileMatcher(pattern: string | undefined, options: MatcherOptions): Matcher {
  const isStar = pattern === "*" && options.style === "names-or-expression";
  if (pattern === undefined || pattern === "" || isStar)
    return { pattern, kind: "everything", names: [], test: () => "matches" };
  if (options.style === "names-or-expression" && nameList.test(pattern)) {
    const names = new Set(splitNames(pattern).filter(Boolean));
    return {
      pattern,
      kind: "names",
      names: [...names],
      test: (value) => (names.has(value) ? "matches" : "does-not-match"),
    };
  }
  const expression = compileExpression(pattern);
  if (!expression) return { pattern, kind: "invalid", names: [], test: () => "does-not-match" };
  return { pattern, kind: "expression", names: [], test: tester(pattern, expression, options) };
}

/** The items of a list of names, trimmed; empty ones are kept, so that they can be reported. */
export const splitNames = (pattern: string): readonly string[] =>
  pattern.split(/[|,]/).map((name) => name.trim());

/** The repeats in an expression; with repeated groups and back-references its time can grow exponentially. */
function repeatsOf(
  pattern: string,
): { readonly unbounded: number; readonly optional: number } | "endless" {
  const plain = pattern.replace(/\\[^1-9k]/g, "_").replace(/\[(?:\\.|[^\]\\])*\]/g, "_");
  // An optional group is tried twice at most, so it counts like any other optional part.
  if (/\)(?:[*+]|\{)/.test(plain) || /\\[1-9k]/.test(plain)) return "endless";
  const count = (expression: RegExp) => plain.match(expression)?.length ?? 0;
  return { unbounded: count(/[*+]|\{\d+,\d*\}/g), optional: count(/(?<!\(|[*+?}])\?/g) };
}

/** Whether an expression could take too long on a tool name. */
export function couldRunAway(pattern: string): boolean {
  return longestSafe(pattern) < usualName;
}

const usualName = 64;

/** The longest value that is safe to test without a time limit; more repeats take more time. */
function longestSafe(pattern: string): number {
  const repeats = repeatsOf(pattern);
  if (repeats === "endless" || repeats.optional > 6 || repeats.unbounded > 2) return 0;
  return repeats.unbounded === 2 ? usualName : 256;
}

function tester(pattern: string, expression: RegExp, { boundedTest }: MatcherOptions) {
  let longest: number | undefined;
  return (value: string): MatchAnswer => {
    longest ??= longestSafe(pattern);
    if (value.length > longest) return boundedTest(expression, value);
    return expression.test(value) ? "matches" : "does-not-match";
  };
}

function compileExpression(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern);
  } catch {
    return undefined;
  }
}
