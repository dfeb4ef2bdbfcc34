import { join, resolve } from "node:path";
import type { CommandLine } from "@snaphook/engine/rules";

export type ShellCommand = CommandLine["commands"][number];
export type ShellWord = ShellCommand["words"][number];

/** The directories in which commands of a line may run. */
export interface ShellDirectories {
  readonly directories: readonly string[];
  /** The line changes to a directory that is known only when it runs. */
  readonly elsewhere: boolean;
  readonly home: string;
}

const directoryChangers: ReadonlySet<string> = new Set(["cd", "pushd"]);

/** Follows `cd`: each command may run in any of the directories that the line has changed to. */
export function directoriesOf(
  commands: readonly ShellCommand[],
  { cwd, home }: { readonly cwd: string; readonly home: string },
): ShellDirectories {
  const directories = new Set([cwd]);
  let elsewhere = false;
  for (const { words } of commands) {
    if (!directoryChangers.has(words[0]?.value ?? "")) continue;
    const to = words.slice(1).find(({ value }) => !/^-[A-Za-z@]+$/.test(value) && value !== "--");
    if (to !== undefined && (!to.literal || to.value === "-")) elsewhere = true;
    else
      for (const from of [...directories]) directories.add(pathFrom(from, to?.value ?? "~", home));
  }
  return { directories: [...directories], elsewhere, home };
}

/** The path that a word names; `..` stays in it, because links are resolved first. */
export function pathFrom(directory: string, word: string, home: string): string {
  if (/^~(?:\/|$)/.test(word)) return `${home}${word.slice(1)}`;
  return word.startsWith("/") || resolve(word) === word ? word : `${directory}/${word}`;
}

/** The paths that a word may name: as the system resolves it, and as programs normalise it. */
export const pathsOf = (
  word: string,
  { directories, home }: ShellDirectories,
): readonly string[] => [
  ...new Set(
    directories.flatMap((directory) => {
      const path = pathFrom(directory, word, home);
      return [path, join(path)];
    }),
  ),
];
