import { resolvePath } from "./posix-path.ts";
import { type RuleContext, type ToolCall, textField } from "./tool-call.ts";

/** The file or directory that a call of a file tool uses. */
export interface PathTarget {
  /** Absolute, without `.` and `..`. Links are not followed; the caller does that. */
  readonly path: string;
  /** It may be a directory, and the call covers everything in it. */
  readonly isDirectory: boolean;
}

/** The longest path that Linux takes. */
const maxPathLength = 4096;

/**
 * The possible paths of a call; undefined if it has no readable path. There are two if `~` may be the
 * home directory or a name.
 */
export function targetsOf(call: ToolCall, context: RuleContext): readonly PathTarget[] | undefined {
  const named = textField(call, "file_path") ?? textField(call, "notebook_path");
  const searched = textField(call, "path");
  const searches = call.toolName === "Glob" || call.toolName === "Grep";
  const written = searches ? (searched ?? ".") : (named ?? searched);
  const below = call.toolName === "Glob" ? fixedDirectory(textField(call, "pattern") ?? "") : "";
  if (written === undefined || written === "" || below === undefined) return undefined;
  if (written.length + below.length > maxPathLength || `${written}${below}`.includes("\0"))
    return undefined;
  const starts = [below, written].some((part) => /^~(?:\/|$)/.test(part))
    ? [context.cwd, context.home]
    : [context.cwd];
  return starts.map((start) => ({
    path: resolvePath(resolvePath(start, inHome(written, start)), inHome(below, start)),
    isDirectory: searches,
  }));

  function inHome(path: string, start: string): string {
    return start === context.home && /^~(?:\/|$)/.test(path)
      ? `${context.home}/${path.slice(1)}`
      : path;
  }
}

/** The directories of a glob before its first wildcard; undefined if it has `..` after it. */
function fixedDirectory(glob: string): string | undefined {
  const fixed = /^[^*?[\]{}()!+@\\]*/.exec(glob)?.[0] ?? "";
  if (fixed === glob) return glob;
  if (glob.slice(fixed.length).includes("..")) return undefined;
  return fixed.slice(0, fixed.lastIndexOf("/") + 1);
}
