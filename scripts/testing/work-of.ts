import { Session } from "node:inspector";
import { setFlagsFromString } from "node:v8";

/**
 * How much work something is, counted and not timed, so that the number is the same on every machine
 * and under every load: blocks of JavaScript that were run, steps back that regular expressions took
 * and the length of what they matched, and characters that `indexOf` passed over.
 *
 * V8 counts the blocks of functions that it compiles after this file was imported. What ran before
 * counts once for each call.
 */
export async function workOf(work: () => unknown): Promise<number> {
  blocksRun();
  const native = countNative();
  try {
    await work();
    return blocksRun() + native.count();
  } finally {
    native.stop();
  }
}

/**
 * How many times the work twice the size is: 2 when work grows with the size alone, 4 when it grows
 * with its square.
 */
export async function growthOf(size: number, work: (size: number) => unknown): Promise<number> {
  // Libraries are loaded and functions compiled before.
  await work(size);
  return (await leastWork(() => work(2 * size))) / (await leastWork(() => work(size)));
}

/** What the test runner does while something is waited for is in the count too, but not each time. */
async function leastWork(work: () => unknown): Promise<number> {
  const counts: number[] = [];
  while (counts.length < 3) counts.push(await workOf(work));
  return Math.min(...counts);
}

if (process.env["COUNTS_WORK"] === undefined)
  throw new Error(
    "add this test to `countWork` in vitest.config.ts: work is counted in new modules only",
  );

const session = new Session();
session.connect();
session.post("Profiler.enable");
session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });

/** The blocks run since the last call, without those of the counting itself. */
function blocksRun(): number {
  let sum = 0;
  session.post("Profiler.takePreciseCoverage", (error, coverage) => {
    if (error) throw error;
    const scripts = coverage.result.filter(
      ({ url }) => url !== import.meta.url && !url.startsWith("node:"),
    );
    for (const { ranges } of scripts.flatMap(({ functions }) => functions))
      for (const { count } of ranges) sum += count;
  });
  return sum;
}

/** Counts what V8 does outside of JavaScript, until it is stopped. */
function countNative() {
  let count = 0;
  const { exec } = RegExp.prototype;
  const { indexOf } = String.prototype;
  // All methods that take an expression call its `exec`, once it is not V8's own.
  RegExp.prototype.exec = function (text) {
    const { steps, match } = stepsOf(this, String(text));
    count += steps;
    return match;
  };
  String.prototype.indexOf = function (wanted, from = 0) {
    const found = indexOf.call(this, wanted, from);
    count += Math.max(0, (found < 0 ? this.length : found) - from);
    return found;
  };
  return {
    count: () => count,
    stop() {
      RegExp.prototype.exec = exec;
      String.prototype.indexOf = indexOf;
    },
  };
}

// V8 can limit how often an expression steps back; its optimized code does not count all of it.
setFlagsFromString("--no-regexp-optimization");
setFlagsFromString("--allow-natives-syntax");
const expressionWithLimit = new Function(
  "source, flags, limit",
  "return %NewRegExpWithBacktrackLimit(source, flags, limit | 0)",
) as (source: string, flags: string, limit: number) => RegExp;

const known = new Map<string, RegExp>();

/**
 * An expression that answers null only when it gave up at the limit: where the original matches
 * nothing, it matches the end, and its last group is there.
 */
function limitedTo(limit: number, { source, flags, sticky }: RegExp): RegExp {
  const key = `${limit} ${flags} ${source}`;
  const limited =
    known.get(key) ??
    expressionWithLimit(`(?:${source})|(${sticky ? "" : "(?![^])"})`, flags, limit);
  known.set(key, limited);
  return limited;
}

const fewestSteps = 64;

/** Runs an expression, and says what it found and, give or take a sixteenth, in how many steps. */
function stepsOf(expression: RegExp, text: string) {
  const keepsPlace = expression.global || expression.sticky;
  const start = keepsPlace ? expression.lastIndex : 0;
  if (start > text.length) {
    expression.lastIndex = 0;
    return { steps: fewestSteps, match: null };
  }
  const within = (limit: number): { match: RegExpExecArray; end: number } | undefined => {
    const limited = limitedTo(limit, expression);
    limited.lastIndex = start;
    const match = run(limited, text);
    return match ? { match, end: limited.lastIndex } : undefined;
  };
  let steps = fewestSteps;
  let found = within(steps);
  for (; !found; found = within(steps)) steps *= 2;
  const part = steps / 32;
  while (steps > fewestSteps && within(steps - part)) steps -= part;
  const { match, end } = found;
  const isMatch = match.pop() === undefined;
  if (keepsPlace) expression.lastIndex = isMatch ? end : 0;
  return { steps: steps + match[0].length, match: isMatch ? match : null };
}

const { exec } = RegExp.prototype;
const run = (expression: RegExp, text: string) => exec.call(expression, text);
