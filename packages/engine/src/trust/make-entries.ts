import type { TrustEntries } from "./find-entry.ts";
import { maxScriptBytes } from "./observe-file.ts";
import type { FileProblem } from "./private-json-file.ts";
import type { ScriptReader } from "./script-reader.ts";
import type { TrustEntry } from "./trust-entry.ts";
import type { TrustSubject } from "./trust-subject.ts";

/**
 * The entries to record when hooks are trusted. A script that cannot be read is a problem, and then
 * there are no entries: the user cannot have reviewed it.
 */
export async function makeEntries(
  subjects: readonly TrustSubject[],
  { filesOf }: ScriptReader,
): Promise<{ readonly entries: TrustEntries; readonly problem: FileProblem | undefined }> {
  const entries: Record<string, TrustEntry> = {};
  for (const subject of subjects) {
    const { id, scope, root, event, matcher, handler, place } = subject;
    const files = [];
    for (const { path, target, sha256, size, mode } of await filesOf(subject)) {
      if (sha256 === undefined) return { entries: {}, problem: unreadable(path, size) };
      files.push({ path, target, sha256, size, mode });
    }
    entries[id] = { scope, root, event, matcher, handler, place, files };
  }
  return { entries, problem: undefined };
}

const unreadable = (file: string, size: number): FileProblem =>
  size > maxScriptBytes
    ? {
        file,
        found: `is larger than ${maxScriptBytes / 1024 / 1024} MiB, which is too large to be trusted`,
        advice: "make it smaller: trust covers the content of scripts",
      }
    : {
        file,
        found: "is a script that cannot be read",
        advice: "make it readable: trust covers the content of scripts",
      };
