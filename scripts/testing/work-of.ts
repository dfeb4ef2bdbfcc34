import { Session } from "node:inspector";
import { setFlagsFromString } from "node:v8";

/**
 * How much work something is, counted and not timed, so that it is the same number on every machine
 * under every load: the blocks of JavaScript that were run, the steps back that regular expressions
 * took, and the characters that searches in strings passed over.
 *
 * Import it where the code to count is not run before: V8 counts blocks of functions that it compiles
 * after counting has begun.
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

/** How many times the work twice the size is: 2 when work grows with the size alone, 4 with its square. */
export async function growthOf(size: number, work: (size: number) => unknown): Promise<number> {
  // What is done once, such as loading a library, is done before.
  await work(1);
  const small = await workOf(() => work(size));
  return (await workOf(() => work(2 * size))) / small;
}

const session = new Session();
session.connect();
session.post("Profiler.enable");
session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });

/** The blocks run since the last call. */
function blocksRun(): number {
  let sum = 0;
  session.post("Profiler.takePreciseCoverage", (error, coverage) => {
    if (error) throw error;
    for (const { url, functions } of coverage.result) {
      if (url === import.meta.url || url.startsWith("node:")) continue;
      for (const { ranges } of functions) for (const { count } of ranges) sum += count;
    }
  });
  return sum;
}

/** Counts what V8 does outside of JavaScript until it is stopped. */
function countNative() {
  let count = 0;
  const { exec } = RegExp.prototype;
  const { indexOf } = String.prototype;
  RegExp.prototype.exec = function (text) {
    const { steps, match } = stepsOf(this, String(text));
    count += steps;
    return match;
  };
  String.prototype.indexOf = function (wanted, from = 0) {
    const found = indexOf.call(this, wanted, from);
    count += Math.max(0, found < 0 ? this.length - from : found - from);
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

// Only with optimization off every step back is counted.
setFlagsFromString("--no-regexp-optimization");
setFlagsFromString("--allow-natives-syntax");
/** An expression that gives up, as if it did not match, after so many steps back. */
const withLimit = new Function(
  "source, flags, limit",
  "return %NewRegExpWithBacktrackLimit(source, flags, limit | 0)",
) as (source: string, flags: string, limit: number) => RegExp;
const limited = new Map<string, RegExp>();

function limitedTo(limit: number, { source, flags, sticky }: RegExp): RegExp {
  const key = `${limit} ${flags} ${source}`;
  const known = limited.get(key);
  if (known) return known;
  // Matches in any case, at the end if not before: so null says that it gave up.
  const made = withLimit(`(?:${source})|(${sticky ? "" : "(?![^])"})`, flags, limit);
  limited.set(key, made);
  return made;
}

/** Runs an expression; `steps` is exact to a sixteenth. */
function stepsOf(expression: RegExp, text: string) {
  const keepsPlace = expression.global || expression.sticky;
  const start = keepsPlace ? expression.lastIndex : 0;
  if (start > text.length) {
    expression.lastIndex = 0;
    return { steps: 1, match: null };
  }
  const isEnough = (limit: number) => {
    const clone = limitedTo(limit, expression);
    clone.lastIndex = start;
    return run(clone, text);
  };
  let high = 64;
  let match = isEnough(high);
  for (; !match; match = isEnough(high)) high *= 2;
  const part = high / 32;
  let steps = high;
  while (steps > high / 2 + part && isEnough(steps - part)) steps -= part;
  const hasMatch = match.pop() === undefined;
  if (keepsPlace) expression.lastIndex = hasMatch ? limitedTo(high, expression).lastIndex : 0;
  return { steps, match: hasMatch ? match : null };
}

const run = RegExp.prototype.exec.call.bind(RegExp.prototype.exec) as (
  expression: RegExp,
  text: string,
) => RegExpExecArray | null;
