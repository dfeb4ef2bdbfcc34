import { createContext, Script } from "node:vm";
import type { BoundedTest } from "../match/matcher.ts";

/** Tests an expression, and gives up after some milliseconds: then the answer is how much of the processor it had. */
export type TestWithin = (
  expression: RegExp,
  value: string,
  boundMs: number,
) => boolean | { readonly usedMs: number };

/** M4: how long an expression may take. */
const boundMs = 50;
/** How often a test is made that was ended without having used its time. */
const attempts = 5;

/**
 * Tests an expression and gives up after 50 ms. The limit is one of the clock,
 * and on a busy machine a harmless test can wait that long for its turn; it is
 * made again.
 */
export const boundedTestBy =
  (testWithin: TestWithin): BoundedTest =>
  (expression, value) => {
    let usedMs = 0;
    for (let attempt = 0; attempt < attempts && usedMs < boundMs * 0.8; attempt++) {
      const answer = testWithin(expression, value, boundMs);
      if (typeof answer === "boolean") return answer ? "matches" : "does-not-match";
      usedMs += answer.usedMs;
    }
    return "ran-away";
  };

let script: Script | undefined;
const context: { expression?: RegExp; value?: string } = Object.create(null);

/** The engine's own regular expressions have no limit; those of a script that is run with one do. */
const testInScript: TestWithin = (expression, value, timeout) => {
  if (!script) {
    script = new Script("expression.test(value)");
    createContext(context);
  }
  context.expression = expression;
  context.value = value;
  const before = process.cpuUsage();
  try {
    return Boolean(script.runInContext(context, { timeout }));
  } catch {
    const { user, system } = process.cpuUsage(before);
    return { usedMs: (user + system) / 1000 };
  }
};

export const boundedTest: BoundedTest = boundedTestBy(testInScript);

/** How long the tests of one load may take together. */
const loadingMs = 500;

/**
 * The same for matchers of a load: reading them tries each on every known
 * name, and a file can have many. When their time is up, the tests of the load
 * are answered with "ran-away" at once; those of events are made as always.
 */
export function patientTest(
  test: BoundedTest = boundedTest,
  now: () => number = () => performance.now(),
): { readonly boundedTest: BoundedTest; endOfLoading(): void } {
  let loading = true;
  let left = loadingMs;
  return {
    boundedTest(expression, value) {
      if (!loading) return test(expression, value);
      if (left <= 0) return "ran-away";
      const start = now();
      const answer = test(expression, value);
      left -= now() - start;
      return answer;
    },
    endOfLoading() {
      loading = false;
    },
  };
}
