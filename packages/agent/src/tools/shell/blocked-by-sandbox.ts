import { basename } from "node:path";

/** What the system says when a mount is in the way. */
const complaint =
  /read-only file system|device or resource busy|invalid cross-device link|\b(?:EROFS|EBUSY|EXDEV)\b/i;

/**
 * A line for the model if a command met a path that the sandbox protects: which one it was, and what to do.
 * `readOnly` are the protected paths.
 */
export function blockedBySandbox(
  printed: string,
  readOnly: readonly string[] | undefined,
): string | undefined {
  if (readOnly === undefined) return undefined;
  const lines = printed.split("\n").filter((line) => complaint.test(line));
  if (lines.length === 0) return undefined;
  const mentioned = (nameOf: (path: string) => string) =>
    readOnly.filter((path) => lines.some((line) => line.includes(nameOf(path))));
  const whole = mentioned((path) => path);
  const named = whole.length > 0 ? whole : mentioned(basename);
  const what =
    named.length > 0
      ? `${named.join(", ")} ${named.length === 1 ? "is read-only for commands, because it controls" : "are read-only for commands, because they control"} what the agent may do or what its hooks do`
      : "The sandbox for commands protects settings, hook scripts, the folders they are in, and the programs of the system";
  return `[${what}. If the change is needed, call Bash again with dangerouslyDisableSandbox: true; the user is then asked.]`;
}
