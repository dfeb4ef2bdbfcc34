import { basename, dirname } from "node:path";
import { realTarget } from "@snaphook/engine/internal";
import { commandsOf } from "@snaphook/engine/rules";
import { brand } from "@snaphook/protocol";
import { isInside } from "../../is-inside.ts";
import { onlyWorksInFolder, removesOrMoves } from "./commands-on-folders.ts";
import { couldExpandTo } from "./could-expand-to.ts";
import { protectedNameIn, protectedPathIn } from "./protected-paths-in-text.ts";
import type { ProtectedPlaces, Touch } from "./protected-places.ts";
import {
  directoriesOf,
  pathsOf,
  type ShellCommand,
  type ShellDirectories,
  type ShellWord,
} from "./shell-directories.ts";

export interface CommandGuard {
  readonly cwd: string;
  readonly home: string;
  readonly places: ProtectedPlaces;
  isReadOnlyCommand(command: string): boolean;
}

/** Whether a line is read-only and writes to no file, so that the protected files need not be looked up. */
export function isReadOnlyLine(
  line: string,
  { isReadOnlyCommand }: Pick<CommandGuard, "isReadOnlyCommand">,
): boolean {
  const { parsable, hasFileRedirection } = commandsOf(line);
  return parsable && !hasFileRedirection && isReadOnlyCommand(line);
}

/** Scripts nested deeper than this are only searched for file names. */
const maxDepth = 4;

/**
 * T5: which protected file a command line changes, as far as its text shows.
 *
 * The line is read, not run: every word of a command that is not read-only, every redirection, and the rest
 * of the text. A program can still write anything, and what it reads from elsewhere (a script, a variable,
 * its input) is not seen (T10).
 */
export function touchedByCommand(line: string, guard: CommandGuard, depth = 0): Touch | undefined {
  const read = commandsOf(line);
  if (!read.parsable || depth > maxDepth || isVeryLong(read.commands))
    return protectedNameIn(line, guard.places);
  if (isReadOnlyLine(line, guard)) return undefined;
  const place = directoriesOf(read.commands, guard);
  const active = readsOtherOutput(read.commands)
    ? read.commands
    : read.commands.filter(({ source }) => !guard.isReadOnlyCommand(source));
  return strongest([
    ...active.map((command) => ofCommand(command, place, guard, depth)),
    ...redirectionTargets(line).map((target) => ofTarget(target, place, guard)),
    ofText(line, read.commands, place, guard),
  ]);
}

/** Every word takes time, so only the names of files are looked for in a line of more words than these. */
const maxWords = 1000;

const isVeryLong = (commands: readonly ShellCommand[]): boolean =>
  commands.length > maxWords ||
  commands.reduce((count, { words }) => count + words.length, 0) > maxWords;

const strongest = (touches: readonly (Touch | undefined)[]): Touch | undefined =>
  touches.find((touch) => touch?.kind === "trust") ?? touches.find((touch) => touch !== undefined);

function ofCommand(
  command: ShellCommand,
  place: ShellDirectories,
  guard: CommandGuard,
  depth: number,
): Touch | undefined {
  const { words, input } = command;
  if (changesTrust(words)) return { kind: "trust" };
  const scripts = [...words.slice(1), ...(input ? [input] : [])]
    .filter(({ value }) => /\s/.test(value))
    .map(({ value }) => value);
  return strongest([
    ...words.slice(1).map((word, index) => ofWord(word, index + 1, command, place, guard)),
    ...(mayRunScript(words) ? scripts.map((text) => touchedByCommand(text, guard, depth + 1)) : []),
  ]);
}

/** Whether a command may run its arguments as a shell script. */
const mayRunScript = (words: readonly ShellWord[]): boolean =>
  words.some(({ value }) => /^(?:(?:ba|da|a|k|z)?sh|eval|trap)$/.test(basename(value)));

/** Whether the command is one of ours that changes trust or toggles. */
function changesTrust(words: readonly ShellWord[]): boolean {
  const values = words.map(({ value }) => value);
  const named = values.findIndex(
    (value) => basename(value).replace(/\.m?js$/, "") === brand.command,
  );
  // A program that is known only at run time may be ours, and so may its first argument.
  const at = named < 0 && words[0]?.literal === false ? 0 : named;
  if (at < 0) return false;
  const rest = values.slice(at + 1);
  if (named >= 0 && words[at + 1]?.literal === false) return true;
  const changesToggles =
    rest.includes("hooks") && rest.some((word) => /^(?:en|dis)able$/.test(word));
  const changesTrustStore = rest.includes("trust") && !rest.includes("--show");
  return changesToggles || (changesTrustStore && rest.length > 1);
}

function ofWord(
  word: ShellWord,
  index: number,
  command: ShellCommand,
  place: ShellDirectories,
  guard: CommandGuard,
): Touch | undefined {
  const { places } = guard;
  if (!word.literal) return ofExpandedWord(word, place, places);
  // `name=path`, and `-opath`.
  const pathsInOption = [
    word.value.slice(word.value.indexOf("=") + 1),
    word.value.replace(/^-\w/, ""),
  ];
  const values = [...new Set([word.value, ...pathsInOption])].filter((value) => value !== "");
  const touch = strongest(values.map((value) => ofPath(value, place, guard)));
  if (touch !== undefined) return touch;
  const folders = values.flatMap((value) => pathsOf(value, place));
  if (removesOrMoves(command, index) && folders.some((folder) => isAboveTrust(folder, places)))
    return { kind: "trust" };
  const counted = onlyWorksInFolder(command)
    ? folders.filter((folder) => !isAboveProject(folder, places))
    : folders;
  return strongest(counted.map((folder) => places.below(folder)));
}

function ofExpandedWord(
  word: ShellWord,
  place: ShellDirectories,
  places: ProtectedPlaces,
): Touch | undefined {
  const trust = [...places.trustFolders, ...places.trustFiles];
  if (couldExpandTo(word, trust, place)) return { kind: "trust" };
  const found = places.files.find(({ file, paths }) =>
    couldExpandTo(word, [file, ...paths, ...foldersOf(paths, places)], place),
  );
  return found && { kind: "settings", file: found.file };
}

/** The folders of the project that contain a file. */
const foldersOf = (paths: readonly string[], { projectDirectory }: ProtectedPlaces) =>
  paths.flatMap((path) => {
    const project = realTarget(projectDirectory);
    const folders: string[] = [];
    for (let at = dirname(path); at !== project && isInside(project, at); at = dirname(at))
      folders.push(at);
    return folders;
  });

const isAboveTrust = (folder: string, { trustFolders }: ProtectedPlaces): boolean =>
  trustFolders.some((trust) => isInside(realTarget(folder), trust));

const isAboveProject = (folder: string, { projectDirectory }: ProtectedPlaces): boolean =>
  isInside(realTarget(folder), realTarget(projectDirectory));

/** The file that a word names, in any directory the line may have changed to. */
function ofPath(
  value: string,
  place: ShellDirectories,
  { places }: CommandGuard,
): Touch | undefined {
  const touch = strongest(pathsOf(value, place).map((path) => places.at(path)));
  if (touch !== undefined || !place.elsewhere || value.startsWith("/")) return touch;
  const end = `/${value.replace(/^(?:\.\/)+/, "")}`;
  const found = places.files.find(({ paths }) => paths.some((path) => path.endsWith(end)));
  return found && { kind: "settings", file: found.file };
}

/**
 * The targets of redirections anywhere in a line, also after a loop or a group. Quoted text may be mistaken
 * for one, which only leads to more questions.
 */
function redirectionTargets(line: string): readonly string[] {
  const targets = line.matchAll(/>[>|&]?\s*((?:[^\s;&|()<>"'\\]|"[^"]*"|'[^']*'|\\.)+)/g);
  return [...targets]
    .map(([, target = ""]) => target.replaceAll(/["'\\]/g, ""))
    .filter((target) => target !== "");
}

function ofTarget(target: string, place: ShellDirectories, guard: CommandGuard): Touch | undefined {
  if (!/[$`*?[{]/.test(target)) return ofPath(target, place, guard);
  const shape = target.replaceAll(/\$\{[^}]*\}|\$\w+|[*?]|\[[^\]]*\]|\{[^}]*\}/g, "*");
  const word = { text: target, value: target, literal: false, shape, splits: true, pieces: [] };
  return ofExpandedWord(word, place, guard.places);
}

/** Whether the output of a read-only command may choose what another one changes, as with `xargs`. */
const readsOtherOutput = (commands: readonly ShellCommand[]): boolean =>
  commands.some(({ words }) =>
    /^(?:xargs|parallel|read|mapfile|readarray)$/.test(basename(words[0]?.value ?? "")),
  );

/** What the line mentions apart from read-only commands and names of programs. */
function ofText(
  line: string,
  commands: readonly ShellCommand[],
  place: ShellDirectories,
  { places, home, isReadOnlyCommand }: CommandGuard,
): Touch | undefined {
  const directories = [...new Set([...place.directories, home, places.projectDirectory])];
  const harmless = commands.flatMap(({ source, words, assignments }) => {
    if (readsOtherOutput(commands)) return [];
    if (assignments.length === 0 && isReadOnlyCommand(source)) return [source];
    return words[0] === undefined ? [] : [words[0].text];
  });
  // Removed once for each command: the same words may also occur in a loop that does more.
  const rest = harmless
    .filter((text) => protectedPathIn(text, places, directories) !== undefined)
    .reduce((left, text) => left.replace(text, () => " "), line);
  return protectedPathIn(rest, places, directories);
}
