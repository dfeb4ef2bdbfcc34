import { type HookCall, isNamed } from "./hook-log.ts";

type Names = string | readonly string[];

/** What differs between the calls and their expected order; undefined if nothing does. */
export function orderDifference(
  calls: readonly HookCall[],
  expected: readonly Names[],
): string | undefined {
  const rest = [...calls];
  for (const names of expected) {
    const together = rest.splice(0, Array.isArray(names) ? names.length : 1);
    if (!fits(together, [names].flat())) return describe(calls, expected);
  }
  return rest.length === 0 ? undefined : describe(calls, expected);
}

/** Whether each call can have one of the names. There are few, so the first that fits is taken. */
function fits(calls: readonly HookCall[], names: readonly string[]): boolean {
  const open = [...calls];
  for (const name of names) {
    const index = open.findIndex((call) => isNamed(call, name));
    if (index === -1) return false;
    open.splice(index, 1);
  }
  return open.length === 0;
}

const describe = (calls: readonly HookCall[], expected: readonly Names[]): string =>
  `the hooks ran in another order\n  expected ${expected.map((names) => (Array.isArray(names) ? `{${names.join(", ")}}` : names)).join(", ")}\n  found    ${calls.map(nameOf).join(", ")}`;

export const nameOf = ({ event, detail }: HookCall): string =>
  detail === undefined ? event : `${event}(${detail})`;

/** What differs between a value and what is expected of it: `ANY`, `ABSENT`, a `/pattern/`, or the value itself. */
export function valueDifference(
  value: unknown,
  expected: unknown,
  path: string,
): string | undefined {
  if (matches(value, expected)) return undefined;
  if (isPlain(expected) && isPlain(value)) {
    for (const [key, one] of Object.entries(expected)) {
      const found = valueDifference(value[key], one, `${path}.${key}`);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  return `${path}: expected ${JSON.stringify(expected)}, found ${JSON.stringify(value)}`;
}

function matches(value: unknown, expected: unknown): boolean {
  if (expected === "ANY") return value !== undefined;
  if (expected === "ABSENT") return value === undefined;
  const pattern = typeof expected === "string" ? patternOf(expected) : undefined;
  if (pattern)
    return pattern.test(typeof value === "string" ? value : JSON.stringify(value ?? null));
  return !isPlain(expected) && JSON.stringify(value) === JSON.stringify(expected);
}

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A text between slashes is a pattern. */
const patternOf = (text: string): RegExp | undefined => {
  const [, source, flags = ""] = /^\/(.+)\/(i?)$/su.exec(text) ?? [];
  return source === undefined ? undefined : new RegExp(source, `ms${flags}`);
};

export const contains = (whole: string, part: string): boolean =>
  patternOf(part)?.test(whole) ?? whole.includes(part);
