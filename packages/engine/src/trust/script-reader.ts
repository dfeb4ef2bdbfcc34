import { realpathSync } from "node:fs";
import { join, resolve } from "node:path";
import { statOf } from "../stat-of.ts";
import { type CommandWord, commandWords } from "./command-words.ts";
import { dataWords } from "./data-words.ts";
import { createLoadFinder, textOf } from "./loads/load-finder.ts";
import {
  type LoadedPath,
  relativeLoads,
  unresolvedLoads,
  unresolvedOf,
} from "./loads/loaded-paths.ts";
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
  /** Of the files that the command names: data that it hands to its script, and that no script of it loads. */
  dataOf(subject: TrustSubject): Promise<readonly string[]>;
  /**
   * T1: of these, the regular files inside the project or plugin root. With the directory in which the hook would run:
   * also those that relative paths mean there, and without those that they do not mean there.
   */
  filesOf(subject: TrustSubject, cwd?: string): Promise<readonly ScriptFile[]>;
  /** What the command or its shell scripts load or start by a path that is known only at run time. */
  unresolvedOf(subject: TrustSubject): Promise<readonly UnresolvedLoad[]>;
}

export interface UnresolvedLoad {
  /** As written. */
  readonly text: string;
  /** The script that has it; undefined for the command itself. */
  readonly file: string | undefined;
  /** A relative path: which file it means depends on the folder that the agent is in. */
  readonly isRelative?: boolean;
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
    cwd?: string,
    words?: readonly CommandWord[],
  ): Promise<readonly LoadedPath[]> {
    words ??= await wordsOf(subject);
    if (words.length === 0) return [];
    const { root } = subject;
    const variables = knownVariables(subject, environment);
    return findLoads({ paths: possiblePaths(words, root), words, root, cwd, variables, follows });
  }

  async function dataOf(subject: TrustSubject): Promise<readonly string[]> {
    const words = await wordsOf(subject);
    const data = dataWords(words, subject.root);
    if (data.length === 0) return [];
    const others = words.filter((word) => !data.includes(word));
    const loaded = await withLoaded(subject, () => true, undefined, others);
    const isLoaded = (path: string) => loaded.some((one) => one.path === path);
    return possiblePaths(data, subject.root).filter((path) => !isLoaded(path));
  }

  async function filesOf(subject: TrustSubject, at?: string): Promise<readonly ScriptFile[]> {
    const cwd = isElsewhere(at, environment.projectDirectory) ? at : undefined;
    const roots = [subject.root, environment.projectDirectory];
    const isOwn = (path: string) => roots.some((root) => isInside(root, path));
    const isThere = ({ relative }: LoadedPath) =>
      !cwd || relative === undefined || statOf(resolve(cwd, relative))?.isFile() === true;
    const loaded = (await withLoaded(subject, isOwn, cwd)).filter(({ isInput }) => !isInput);
    const present = loaded.filter(isThere);
    const paths = present.map(({ path }) => path);
    const there = present.flatMap(({ path, atCwd }) => (atCwd ? [path] : []));
    const files = await presentFiles(paths, [...roots, ...there], observe);
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
      const script = { ...placeOf(file), text: textOf(file) ?? "" };
      return [
        ...(await unresolvedLoads(script)).map((text) => ({ text, file })),
        ...(await relativeLoads(script)).map((text) => ({ text, file, isRelative: true })),
      ];
    });
    return [
      ...inCommand.map((text) => ({ text, file: undefined })),
      ...(await Promise.all(inFiles)).flat(),
    ];
  }

  return {
    unresolvedOf: unresolved,
    pathsOf,
    dataOf,
    loadedPathsOf: (subject) => withLoaded(subject, () => true),
    filesOf,
  };
}

/** A folder that is gone does not matter: the hook then runs in the project (P6). */
const isElsewhere = (cwd: string | undefined, projectDirectory: string): boolean =>
  cwd !== undefined &&
  cwd !== projectDirectory &&
  statOf(cwd)?.isDirectory() === true &&
  realpathSync(cwd) !== realpathSync(projectDirectory);
