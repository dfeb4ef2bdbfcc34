import type { ConfiguredHook } from "../stages/snapshot.ts";
import { createObserver } from "./observe-file.ts";
import { createScriptReader } from "./script-reader.ts";
import type { TrustEnvironment } from "./trust-subject.ts";
import { subjectOfHook } from "./trust-subjects.ts";

/**
 * P17: the content of all files that a hook's command names, and of those that they load. For a hook without a
 * root, paths are relative to the project. Results are cached for the session: a
 * check costs one stat per file.
 */
export function scriptIdentity(
  environment: TrustEnvironment,
): (hook: ConfiguredHook) => Promise<string> {
  const observe = createObserver();
  const reader = createScriptReader(environment);
  return async (hook) => {
    const subject = subjectOfHook(hook);
    const root = subject.root || environment.projectDirectory;
    const loaded = await reader.loadedPathsOf({ ...subject, root });
    const paths = loaded.filter(({ isInput }) => !isInput);
    return JSON.stringify(
      await Promise.all(paths.map(async ({ path }) => [path, await observe(path)])),
    );
  };
}
