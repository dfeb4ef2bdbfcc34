/**
 * The line of a failure that says what failed: the first one, but in a traceback of Python or a dump of Node the line
 * with the error, which comes at the end or after the code.
 */
export function failureLine(detail: string): string {
  const [, exit, text = ""] = /^(exit \d+: )([\s\S]*)$/.exec(detail) ?? [];
  const named = exit === undefined ? undefined : errorLine(text);
  return named === undefined ? firstLine(detail) : `${exit}${named}`;
}

/** What only a traceback or a stack has. */
const stack = /^Traceback \(most recent call last\):|^\s+at .+:\d+|^node:internal\//m;

/** `ValueError: …`, `json.decoder.JSONDecodeError: …`, `Error [ERR_X]: …`, `KeyboardInterrupt` at the beginning of a line. */
const error =
  /^(?:Uncaught )?(?:[A-Za-z_$][\w$.]*)?(?:Error|Exception|Interrupt|Exit)(?: \[\w+\])?(?::.*)?$/;

function errorLine(text: string): string | undefined {
  if (!stack.test(text)) return undefined;
  return text
    .split("\n")
    .map((line) => line.trimEnd())
    .findLast((line) => error.test(line));
}

export const firstLine = (text: string): string => text.split("\n", 1)[0] ?? "";
