/** The error message, and the line of the hook that threw it: its author may see nothing else. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const place = error.stack?.split("\n").find(isOfHook);
  const message = error.message === "" ? error.name : error.message;
  return place === undefined ? message : `${message}\n${place}`;
}

/** Whether a line of a stack is in the hook: not in Node and, once the kit is built into one file, not in the kit. */
const isOfHook = (line: string): boolean =>
  /^\s+at (?!.*\bnode:)/.test(line) && !line.includes(import.meta.url);
