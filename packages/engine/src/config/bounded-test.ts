import { createContext, Script } from "node:vm";
import type { BoundedTest } from "../match/matcher.ts";

/** M4: how long an expression may take. */
const boundMs = 50;

let script: Script | undefined;
const context: { expression?: RegExp; value?: string } = Object.create(null);

/** How often a test is made that was ended without having used its time. */
const attempts = 5;

/**
 * Tests an expression and gives up after 50 ms: the engine's own regular
 * expressions have no limit. The limit is one of the clock, and on a busy
 * machine a harmless test can wait that long for its turn; it is made again.
 */
export const boundedTest: BoundedTest = (expression, value) => {
  if (!script) {
    script = new Script("expression.test(value)");
    createContext(context);
  }
  context.expression = expression;
  context.value = value;
  let usedMs = 0;
  for (let attempt = 0; attempt < attempts && usedMs < boundMs * 0.8; attempt++) {
    const before = process.cpuUsage();
    try {
      return script.runInContext(context, { timeout: boundMs }) ? "matches" : "does-not-match";
    } catch {
      const { user, system } = process.cpuUsage(before);
      usedMs += (user + system) / 1000;
    }
  }
  return "ran-away";
};

/** How long the tests of one load may take together. */
const loadingMs = 500;

/**
 * The same for matchers of a load: reading them tries each on every known
 * name, and a file can have many. When their time is up, the tests of the load
 * are answered with "ran-away" at once; those of events are made as always.
 */
export function patientTest(test: BoundedTest = boundedTest): {
  readonly boundedTest: BoundedTest;
  endOfLoading(): void;
} {
  let loading = true;
  let left = loadingMs;
  return {
    boundedTest(expression, value) {
      if (!loading) return test(expression, value);
      if (left <= 0) return "ran-away";
      const start = performance.now();
      const answer = test(expression, value);
      left -= performance.now() - start;
      return answer;
    },
    endOfLoading() {
      loading = false;
    },
  };
}
