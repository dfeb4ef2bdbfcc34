/** What was thrown, in one line, and where in the hook: its author may see nothing else. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const place = error.stack?.split("\n").find((line) => /^\s+at (?!.*\bnode:)/.test(line));
  const message = error.message === "" ? error.name : error.message;
  return place === undefined ? message : `${message}\n${place}`;
}
