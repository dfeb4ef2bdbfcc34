/** What was thrown, in one line, and where in the hook: its author may see nothing else. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const place = error.stack?.split("\n").find(isOfHook);
  const message = error.message === "" ? error.name : error.message;
  return place === undefined ? message : `${message}\n${place}`;
}

/** A line of a stack that is neither Node's nor, once built into one file, the kit's. */
const isOfHook = (line: string): boolean =>
  /^\s+at (?!.*\bnode:)/.test(line) && !line.includes(import.meta.url);
