import { isAbsolute, relative, resolve, sep } from "node:path";
import { type CommandWord, commandWords } from "./command-words.ts";
import { createObserver, type ObservedFile, type ObserveFile } from "./observe-file.ts";
import { knownVariables, type TrustEnvironment, type TrustSubject } from "./trust-subject.ts";

/** A file that a hook names and that trust covers. */
export interface ScriptFile extends ObservedFile {
  /** Absolute, as the command names it; the target is where its links lead. */
  readonly path: string;
}

/**
 * T1: the regular files inside the project or plugin root that the words of the command and its args
 * name. Relative words count from the root. A link inside the root counts wherever it leads, and so
 * does a name outside that leads inside. Handlers that start no program name no files.
 */
export async function scriptFiles(
  subject: TrustSubject,
  environment: TrustEnvironment,
): Promise<readonly ScriptFile[]> {
  const paths = await possiblePaths(subject, environment);
  return presentFiles(paths, [subject.root, environment.projectDirectory], createObserver());
}

/** Every path that would be a script file if a file stood there: one that appears later is a change. */
export async function possiblePaths(
  subject: TrustSubject,
  environment: TrustEnvironment,
): Promise<readonly string[]> {
  const words = await commandWords(subject.handler, knownVariables(subject, environment));
  const paths = words.map((word) => possiblePath(word, subject.root));
  return [...new Set(paths.filter((path) => path !== undefined))];
}

/** The path a word may name; none for a program on PATH, for output, and for what only a run can tell. */
export function possiblePath({ value, role }: CommandWord, root: string): string | undefined {
  if (!value || role === "output") return undefined;
  if (role === "program" && !value.includes("/")) return undefined;
  return resolve(root, value);
}

/** Those of the paths where a regular file stands that belongs to one of the roots. */
export async function presentFiles(
  paths: readonly string[],
  roots: readonly string[],
  observe: ObserveFile,
): Promise<readonly ScriptFile[]> {
  const files = await Promise.all(
    paths.map(async (path) => {
      const file = await observe(path);
      const belongs =
        file && roots.some((root) => isInside(root, path) || isInside(root, file.target));
      return belongs ? [{ path, ...file }] : [];
    }),
  );
  return files.flat();
}

export function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
