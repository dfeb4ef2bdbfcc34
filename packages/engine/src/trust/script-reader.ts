import { join } from "node:path";
import { type CommandWord, commandWords } from "./command-words.ts";
import { createLoadFinder, textOf } from "./loads/load-finder.ts";
import { type LoadedPath, unresolvedLoads, unresolvedOf } from "./loads/loaded-paths.ts";
import { loadsOfWords } from "./loads/shell-loads.ts";
import { moduleKinds } from "./module-kind.ts";
import { createObserver } from "./observe-file.ts";
import { isInside, possiblePaths, presentFiles, type ScriptFile } from "./script-files.ts";
import {
  definitionText,
  knownVariables,
  type TrustEnvironment,
  type TrustSubject,
} from "./trust-subject.ts";

/** Finds the script files of hooks, and caches what cannot have changed. */
export interface ScriptReader {
  /** Where the files that the command names are or may appear; reads no file. */
  pathsOf(subject: TrustSubject): Promise<readonly string[]>;
  /** The paths of the files that the command names, and of those that they load by a literal path, wherever they are. */
  loadedPathsOf(subject: TrustSubject): Promise<readonly LoadedPath[]>;
  /** T1: of these, the regular files inside the project or plugin root. */
  filesOf(subject: TrustSubject): Promise<readonly ScriptFile[]>;
  /** What the command or its shell scripts load or start by a path that is known only at run time. */
  unresolvedOf(subject: TrustSubject): Promise<readonly UnresolvedLoad[]>;
}

export interface UnresolvedLoad {
  /** As written. */
  readonly text: string;
  /** The script that has it; undefined for the command itself. */
  readonly file: string | undefined;
}

/** T9: parses a command only when its definition is new, and reads a file only when it has changed. */
export function createScriptReader(environment: TrustEnvironment): ScriptReader {
  const observe = createObserver();
  const findLoads = createLoadFinder();
  const known = new Map<
    string,
    { readonly definition: string; readonly words: readonly CommandWord[] }
  >();

  async function wordsOf(subject: TrustSubject): Promise<readonly CommandWord[]> {
    const definition = definitionText(subject);
    const last = known.get(subject.id);
    if (last?.definition === definition) return last.words;
    const words = await commandWords(subject.handler, knownVariables(subject, environment));
    known.set(subject.id, { definition, words });
    return words;
  }

  const pathsOf = async (subject: TrustSubject) =>
    possiblePaths(await wordsOf(subject), subject.root);

  async function withLoaded(
    subject: TrustSubject,
    follows: (path: string) => boolean,
  ): Promise<readonly LoadedPath[]> {
    const words = await wordsOf(subject);
    if (words.length === 0) return [];
    const { root } = subject;
    const variables = knownVariables(subject, environment);
    return findLoads({ paths: possiblePaths(words, root), words, root, variables, follows });
  }

  async function filesOf(subject: TrustSubject): Promise<readonly ScriptFile[]> {
    const roots = [subject.root, environment.projectDirectory];
    const isOwn = (path: string) => roots.some((root) => isInside(root, path));
    const loaded = (await withLoaded(subject, isOwn)).filter(({ isInput }) => !isInput);
    const paths = loaded.map(({ path }) => path);
    const files = await presentFiles(paths, roots, observe);
    return [...files, ...moduleKinds(files)];
  }

  async function unresolved(subject: TrustSubject): Promise<readonly UnresolvedLoad[]> {
    const { root } = subject;
    const variables = knownVariables(subject, environment);
    const placeOf = (path: string) => ({ path, top: path, root, variables });
    const inCommand = await unresolvedOf(
      loadsOfWords(await wordsOf(subject)),
      placeOf(join(root, "command")),
    );
    const files = (await withLoaded(subject, () => true)).filter(({ started }) => !started);
    const inFiles = files.map(async ({ path: file }) => {
      const texts = await unresolvedLoads({ ...placeOf(file), text: textOf(file) ?? "" });
      return texts.map((text) => ({ text, file }));
    });
    return [
      ...inCommand.map((text) => ({ text, file: undefined })),
      ...(await Promise.all(inFiles)).flat(),
    ];
  }

  return {
    unresolvedOf: unresolved,
    pathsOf,
    loadedPathsOf: (subject) => withLoaded(subject, () => true),
    filesOf,
  };
}
