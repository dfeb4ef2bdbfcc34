import type { ConfiguredHook } from "../stages/snapshot.ts";
import { createObserver } from "./observe-file.ts";
import { possiblePaths } from "./script-files.ts";
import { subjectOfHook } from "./trust-subjects.ts";

/**
 * P17: what the files hold that a hook's command names, wherever they are. A
 * hook of no root counts from the project. What was seen is remembered while
 * the session lasts: a look costs a stat.
 */
export function scriptIdentity(
  projectDirectory: string,
): (hook: ConfiguredHook) => Promise<string> {
  const observe = createObserver();
  return async (hook) => {
    const subject = subjectOfHook(hook);
    const root = subject.root || projectDirectory;
    const paths = await possiblePaths({ ...subject, root }, { projectDirectory });
    return JSON.stringify(
      await Promise.all(paths.map(async (path) => [path, await observe(path)])),
    );
  };
}
