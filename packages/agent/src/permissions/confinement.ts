import { realTarget } from "@snaphook/engine/internal";
import { commandsOf } from "@snaphook/engine/rules";
import { isInside } from "../is-inside.ts";
import { directoriesOf, pathsOf, type ShellCommand } from "./guard/shell-directories.ts";

/** What may be read: everything in some directories, and single files elsewhere. */
export interface Confinement {
  readonly directories: readonly string[];
  readonly files: readonly string[];
}

/** Whether a path, with all its links followed, may be read. */
export function isWithin({ directories, files }: Confinement, path: string): boolean {
  const target = realTarget(path);
  return (
    directories.some((directory) => isInside(realTarget(directory), target)) ||
    files.some((file) => realTarget(file) === target)
  );
}

/**
 * Whether a read-only line names only files that may be read. In doubt the answer is no: for words that are
 * known only when the line runs, redirected input, and options that follow links.
 */
export function staysWithin(
  confinement: Confinement,
  line: string,
  place: { readonly cwd: string; readonly home: string },
): boolean {
  const { parsable, commands } = commandsOf(line);
  if (!parsable || line.includes("<")) return false;
  const shell = directoriesOf(commands, place);
  if (shell.elsewhere) return false;
  const mayRead = (path: string) => isWithin(confinement, path);
  return (
    shell.directories.every(mayRead) &&
    commands.flatMap(argumentsOf).every(({ literal, value }) => {
      if (!literal || followsLinks.test(value)) return false;
      return namesIn(value).every((name) => pathsOf(name, shell).every(mayRead));
    })
  );
}

const argumentsOf = ({ words }: ShellCommand) => words.slice(1);

/** `grep -R`, `find -L`, `rg --follow`: a link in the project may lead out of it. */
const followsLinks = /^(?:-[A-Za-z]*[RL]|--(?:deref|follow))/;

/** The word itself, and the path in `name=path` and `-opath`. */
const namesIn = (value: string): readonly string[] =>
  [value, value.slice(value.indexOf("=") + 1), value.replace(/^-\w/, "")].filter(
    (name) => name !== "",
  );
