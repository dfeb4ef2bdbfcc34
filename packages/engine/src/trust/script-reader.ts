import { createObserver } from "./observe-file.ts";
import { possiblePaths, presentFiles, type ScriptFile } from "./script-files.ts";
import { definitionText, type TrustEnvironment, type TrustSubject } from "./trust-subject.ts";

/** Finds the script files of hooks, and caches what cannot have changed. */
export interface ScriptReader {
  /** Where script files are or may appear; reads no file. */
  pathsOf(subject: TrustSubject): Promise<readonly string[]>;
  filesOf(subject: TrustSubject): Promise<readonly ScriptFile[]>;
}

/** T9: parses a command only when its definition is new, and reads a file only when it has changed. */
export function createScriptReader(environment: TrustEnvironment): ScriptReader {
  const observe = createObserver();
  const known = new Map<
    string,
    { readonly definition: string; readonly paths: readonly string[] }
  >();

  async function pathsOf(subject: TrustSubject): Promise<readonly string[]> {
    const definition = definitionText(subject);
    const last = known.get(subject.id);
    if (last?.definition === definition) return last.paths;
    const paths = await possiblePaths(subject, environment);
    known.set(subject.id, { definition, paths });
    return paths;
  }

  async function filesOf(subject: TrustSubject): Promise<readonly ScriptFile[]> {
    const roots = [subject.root, environment.projectDirectory];
    return presentFiles(await pathsOf(subject), roots, observe);
  }

  return { pathsOf, filesOf };
}
