import { existsSync } from "node:fs";
import { basename } from "node:path";
import {
  type CommandLine,
  commandsOf,
  isFedScript,
  possibleCommands,
  readsScript,
} from "@snaphook/engine/rules";
import {
  createNameReader,
  expandNames,
  type NameReader,
} from "../../tools/shell/read-only/expand-names.ts";
import { directoriesIn } from "../../tools/shell/read-only/line-directories.ts";
import { readOnlyPrograms } from "../../tools/shell/read-only/read-only-programs.ts";
import {
  anyName,
  fromEnvironment,
  listedNames,
  type ValueContext,
} from "../../tools/shell/read-only/value-marks.ts";
import { valuesOf } from "../../tools/shell/read-only/word-values.ts";
import { pathFrom, pathsOf } from "../guard/shell-directories.ts";
import { changesWildcards } from "./changes-wildcards.ts";
import { fileUseOf } from "./file-programs.ts";
import type { FileUse, Use, Word } from "./file-use.ts";

type PossibleCommand = ReturnType<typeof possibleCommands>["commands"][number];

/** A path that a command line uses. */
export interface UsedPath {
  readonly path: string;
  readonly use: Use;
  /** Everything below it is used too. */
  readonly walks: boolean;
  /** It is only mentioned in a longer text, such as a script. */
  readonly isMention: boolean;
  /** What git stores is used: of this path, or of the whole repository around it. */
  readonly tracked?: "path" | "repository";
}

export interface CommandPaths {
  readonly used: readonly UsedPath[];
  /** A part that may name any file, and is not known before the line runs. */
  readonly unknown: { readonly use: Use; readonly text: string } | undefined;
}

/** Scripts within scripts deeper than this are not read. */
const maxDepth = 4;
/** More words than this are not looked at. */
const maxWords = 1000;
/** How many names are looked at to expand the wildcards of one line. */
const maxNames = 10_000;

/** The paths that a command line reads and writes, as far as its text shows. */
export function commandPaths(
  line: string,
  place: { readonly cwd: string; readonly home: string },
): CommandPaths {
  const reader = createNameReader(maxNames);
  let words = 0;
  let wildcardsAreUnknown = false;
  const used: UsedPath[] = [];
  const unknown: NonNullable<CommandPaths["unknown"]>[] = [];
  collect(line, 0);
  const distinct = new Map(used.map((one) => [Object.values(one).join("\n"), one]));
  return {
    used: [...distinct.values()],
    unknown: unknown.find(({ use }) => use === "write") ?? unknown[0],
  };

  function collect(text: string, depth: number): void {
    const read = commandsOf(text);
    if (!read.parsable || depth > maxDepth) {
      unknown.push({ use: "write", text });
      return;
    }
    wildcardsAreUnknown ||= changesWildcards(read);
    const known = directoriesIn(read, place);
    const context: ValueContext = known ?? {
      directories: [place.cwd],
      home: place.home,
      assigned: read.assigned,
    };
    if (known === undefined || read.commands.some((command) => goesAnywhere(command, context)))
      unknown.push({ use: "write", text: "the directory that the line changes to" });
    for (const word of read.redirected.from) add(word, context, { use: "read" });
    for (const word of read.redirected.to) add(word, context, { use: "write" });
    for (const command of read.commands) ofCommand(command, context, depth);
    if (!read.commands.every(onlyReads)) ofVariables(context);
  }

  /** Programs get variables, and some use them as paths: `TMPDIR=folder mktemp`. */
  function ofVariables(context: ValueContext): void {
    for (const word of context.assigned.flatMap(({ values }) => values))
      add(word, context, { use: "unknown", isKnown: false, isMention: true });
  }

  function ofCommand(
    command: CommandLine["commands"][number],
    context: ValueContext,
    depth: number,
  ): void {
    const { commands, scripts, unknown: hidden } = possibleCommands(command);
    for (const script of scripts) collect(script, depth + 1);
    if (hidden !== undefined) unknown.push({ use: "write", text: hidden });
    if (goesElsewhere(command)) unknown.push({ use: "write", text: command.source });
    for (const possible of commands) {
      ofPossibleCommand(ownWords(possible, commands), context);
      ofInput(possible, command, context);
    }
  }

  /** A program may take its input for a script, which is judged like one among its arguments. */
  function ofInput(
    { words }: PossibleCommand,
    command: CommandLine["commands"][number],
    context: ValueContext,
  ): void {
    const [program, ...args] = words;
    const name = basename(program?.value ?? "");
    const takesScript = readsScript(
      name,
      args.map(({ value }) => value),
    );
    if (isFedScript(command, words))
      unknown.push({ use: "write", text: `the script that ${name} reads` });
    if (!takesScript && fileUseOf(name, args)?.isKnown !== false) return;
    for (const text of command.hereTexts) add(text, context, { use: "unknown", isKnown: false });
  }

  function ofPossibleCommand(
    { words: [program, ...args], isGuess }: PossibleCommand,
    line: ValueContext,
  ): void {
    if (program === undefined) return;
    const context = withNamedDirectories(line, args);
    if (!program.literal && !isGuess) unknown.push({ use: "write", text: program.text });
    const use = fileUseOf(basename(program.value), args);
    if (use === undefined) return;
    ofUnnamedFiles(use, program, context);
    const { walks, unclearAs, isKnown } = use;
    for (const { word, use: how } of use.named)
      add(word, context, { use: how, walks, unclearAs, isKnown: isKnown && !isGuess });
  }

  function ofUnnamedFiles(
    { here, showsTracked, readsUnnamed }: FileUse,
    program: Word,
    context: ValueContext,
  ): void {
    if (here !== undefined) {
      const how = { use: here, walks: true, isMention: false };
      used.push(...context.directories.map((path) => ({ path, ...how })));
    }
    if (showsTracked !== undefined) used.push(...trackedPlaces(showsTracked, context));
    if (readsUnnamed)
      unknown.push({ use: "read", text: `the list of files that ${program.value} reads` });
  }

  function add(
    word: Word,
    context: ValueContext,
    { use, walks = false, isKnown = true, isMention = false, unclearAs = use }: HowUsed,
  ): void {
    words += 1;
    if (words > maxWords) {
      if (words === maxWords + 1)
        unknown.push({ use: "write", text: "the rest of a very long line" });
      return;
    }
    const values = valuesOf(word, context);
    const known = (values ?? []).filter((value) => !isOpen(value));
    const named = known.flatMap(namesIn).flatMap((name) => existing(name, context, reader));
    used.push(...named.map((path) => ({ path, use, walks, isMention })));
    const mentioned = use !== "read" ? [...known, word.text].flatMap(partsOf) : [];
    const paths = mentioned.flatMap((name) => existing(name, context, reader));
    used.push(...paths.map((path) => ({ path, use, walks: false, isMention: true })));
    const isOfProcess = named.some((path) => processLink.test(path));
    const isUnclear =
      values === undefined ||
      (wildcardsAreUnknown && values.some(hasWildcard)) ||
      known.length < values.length ||
      reader.isExhausted() ||
      isOfProcess;
    if (isKnown && isUnclear) unknown.push({ use: unclearAs, text: word.text });
  }
}

/** Links there lead to the directories and files of a process. */
const processLink = /^\/proc\/.*\/(?:cwd|root|exe|map_files|fd\/.+)(?:\/|$)|^\/proc\/?$/;

/** Whether a command is one that only reads, judged by its program and options. */
const onlyReads = ({ words: [program, ...args] }: CommandLine["commands"][number]): boolean =>
  program === undefined || readOnlyPrograms.get(program.value)?.(args) === true;

/** A wrapper uses only the words before the command that it runs, which is judged by itself. */
function ownWords(possible: PossibleCommand, all: readonly PossibleCommand[]): PossibleCommand {
  const { words, start } = possible;
  const inner = all.find((other) => !other.isGuess && other.start > start);
  return inner === undefined
    ? possible
    : { ...possible, words: words.slice(0, inner.start - start) };
}

/** What git shows: only the paths among the words, if there are any and git does not expand them. */
function trackedPlaces(
  words: readonly Word[],
  { directories, home }: ValueContext,
): readonly UsedPath[] {
  const how = { use: "read", walks: false, isMention: false } as const;
  const isClear = words.every(({ literal, value }) => literal && !/^:|[*?[\\]/.test(value));
  const paths = words
    .flatMap(({ value }) => directories.map((from) => pathFrom(from, value, home)))
    .filter((path) => existsSync(path));
  if (isClear && paths.length > 0)
    return paths.map((path) => ({ path, ...how, tracked: "path" as const }));
  return directories.map((path) => ({ path, ...how, tracked: "repository" as const }));
}

/** Many programs work in the folder after `-C`, so other words may be paths from there. */
function withNamedDirectories(context: ValueContext, args: readonly Word[]): ValueContext {
  const named = args.flatMap(({ literal, value }, index) => {
    const before = args[index - 1]?.value ?? "";
    const inWord = /^(?:-C|--(?:directory|chdir|cwd|prefix|work-tree)=)(.+)$/.exec(value)?.[1];
    const isNext = /^(?:-C|--(?:directory|chdir|cwd|prefix|work-tree))$/.test(before);
    return literal ? [inWord ?? (isNext ? value : [])].flat() : [];
  });
  const { directories, home } = context;
  const more = named.flatMap((name) => directories.map((from) => pathFrom(from, name, home)));
  return { ...context, directories: [...new Set([...directories, ...more])].slice(0, 64) };
}

interface HowUsed {
  readonly use: Use;
  readonly walks?: boolean;
  /** It is known what the program does with its arguments. */
  readonly isKnown?: boolean;
  readonly isMention?: boolean;
  readonly unclearAs?: Use | undefined;
}

/** The names in a longer text, such as a script for another program. */
const partsOf = (value: string): readonly string[] =>
  value
    .split(/[\s'"`()=,:;<>|&{}[\]!]+/)
    .filter((part) => part !== "" && part !== value && !part.includes(anyName));

const hasWildcard = (value: string): boolean => value.includes(anyName) || /[?*+@!]\(/.test(value);

const isOpen = (value: string): boolean =>
  value.includes(fromEnvironment) || value.includes(listedNames);

/** `env -C folder` runs a program in another directory. */
const goesElsewhere = ({ words }: CommandLine["commands"][number]): boolean =>
  words.some(({ value }) => basename(value) === "env") &&
  words.some(({ value }) => /^-[A-Za-z]*C|^--chdir/.test(value));

/** Whether a command changes to a directory that only the environment knows. */
const goesAnywhere = ({ words }: CommandLine["commands"][number], context: ValueContext): boolean =>
  /^(?:cd|pushd)$/.test(words[0]?.value ?? "") &&
  words.slice(1).some((word) => valuesOf(word, context)?.some(isOpen) ?? true);

/** The word itself, and the path in `name=path`, `-opath`, `@path` and `HEAD:path`. */
function namesIn(value: string): readonly string[] {
  const inOption = value.startsWith("-") ? [value.replace(/^-\w/, "")] : [value];
  return [
    ...new Set([
      ...inOption,
      value.slice(value.indexOf("=") + 1),
      value.slice(value.indexOf(":") + 1),
      value.slice(value.lastIndexOf(":") + 1),
      value.slice(value.indexOf("@") + 1),
    ]),
  ].filter((name) => name !== "" && !name.startsWith("-"));
}

const existing = (
  name: string,
  { directories, home }: ValueContext,
  reader: NameReader,
): readonly string[] => {
  const paths = pathsOf(name, { directories, home, elsewhere: false });
  return name.includes(anyName) ? paths.flatMap((path) => expandNames(path, reader)) : paths;
};
