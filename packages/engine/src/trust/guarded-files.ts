import type { ConfiguredHook, Snapshot } from "../stages/snapshot.ts";
import { statOf } from "../stat-of.ts";
import type { LoadedPath } from "./loads/loaded-paths.ts";
import { createScriptReader } from "./script-reader.ts";
import type { TrustEnvironment } from "./trust-subject.ts";
import { subjectOfHook } from "./trust-subjects.ts";

export interface GuardedFilesOptions extends TrustEnvironment {
  /** Whether a hook runs without a question; what other hooks load is not examined. */
  isTrusted(hook: ConfiguredHook): Promise<boolean>;
}

/** Files that determine what hooks do. */
export interface GuardedFiles {
  /**
   * T5: every possible settings file, existing or not, the scripts that hook commands name, and the files that the
   * scripts of trusted hooks load or read by a literal path.
   */
  readonly files: readonly string[];
  /** Of these: data that the commands of trusted hooks hand to their scripts, and that no hook runs or loads. */
  readonly data: readonly string[];
  /** T12: programs in other folders that the scripts of trusted hooks start: agents run them too. */
  readonly started: readonly string[];
}

/** Looks the files up. For a hook without a root, paths are relative to the project. */
export function createGuardedFiles({
  projectDirectory,
  home,
  isTrusted,
}: GuardedFilesOptions): (snapshot: Snapshot) => Promise<GuardedFiles> {
  const reader = createScriptReader({ projectDirectory, home });

  async function scriptsOf(
    hook: ConfiguredHook,
  ): Promise<readonly (LoadedPath & { readonly isData: boolean })[]> {
    const subject = subjectOfHook(hook);
    const rooted = { ...subject, root: subject.root || projectDirectory };
    const isOn = await isTrusted(hook);
    const paths: readonly LoadedPath[] = isOn
      ? await reader.loadedPathsOf(rooted)
      : (await reader.pathsOf(rooted)).map((path) => ({ path, started: false }));
    const data = isOn ? await reader.dataOf(rooted) : [];
    return paths
      .filter(({ path }) => statOf(path)?.isFile())
      .map((one) => ({ ...one, isData: data.includes(one.path) }));
  }

  return async ({ files, hooks }) => {
    const scripts = (await Promise.all(hooks.map(scriptsOf))).flat();
    const pathsOf = (started: boolean) =>
      scripts.filter((script) => script.started === started).map(({ path }) => path);
    const code = new Set(scripts.flatMap(({ path, isData }) => (isData ? [] : [path])));
    return {
      data: scripts.map(({ path }) => path).filter((path) => !code.has(path)),
      files: [...new Set([...files.map(({ file }) => file), ...pathsOf(false)])],
      started: [...new Set(pathsOf(true))],
    };
  };
}
