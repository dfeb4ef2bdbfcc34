import { createContext, Script } from "node:vm";
import type { BoundedTest } from "../match/matcher.ts";

/** Tests an expression with a time limit; at the limit it returns the CPU time that the test has used. */
export type TestWithin = (
  expression: RegExp,
  value: string,
  boundMs: number,
) => boolean | { readonly usedMs: number };

/** M4: how long an expression may take. */
const boundMs = 50;
/** How often a test is repeated that was stopped before it had used its CPU time. */
const attempts = 5;

/**
 * Tests an expression and gives up after 50 ms. The limit is wall-clock time: on a
 * busy machine a harmless test can run into it, so it is repeated.
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

/** Regular expressions of JavaScript have no time limit; a script that runs one can have one. */
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

/** How long all tests may take together before the program does something else. */
const eventMs = 200;

/** What a limit needs besides the test: a clock, and a way to notice that the work of an event is done. */
interface LimitOptions {
  readonly test: BoundedTest;
  readonly now: () => number;
  readonly afterThisEvent: (renew: () => void) => void;
}

/**
 * The same with one limit for all matchers of an event: they are tested without a pause, and a project can have many
 * slow ones. After the limit the other tests return "ran-away" at once, so their hooks run.
 */
export function limitedEventTest({ test, now, afterThisEvent }: LimitOptions): BoundedTest {
  let left = eventMs;
  let isRunning = false;
  return (expression, value) => {
    if (left <= 0) return "ran-away";
    if (!isRunning) {
      isRunning = true;
      afterThisEvent(() => {
        isRunning = false;
        left = eventMs;
      });
    }
    const start = now();
    const answer = test(expression, value);
    left -= now() - start;
    return answer;
  };
}

export const boundedTest: BoundedTest = limitedEventTest({
  test: boundedTestBy(testInScript),
  now: () => performance.now(),
  afterThisEvent: (renew) => {
    setImmediate(renew).unref();
  },
});

/** How long all tests of one load may take together. */
const loadingMs = 500;

/**
 * The same, with a limit for all tests while settings load: every matcher is
 * tested against every known name, and a file can have many. After the limit the
 * load's tests return "ran-away" at once; after `endLoading` only the limit of an event is left.
 */
export function limitedLoadTest(
  test: BoundedTest = boundedTest,
  now: () => number = () => performance.now(),
): { readonly boundedTest: BoundedTest; endLoading(): void } {
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
    endLoading() {
      loading = false;
    },
  };
}
