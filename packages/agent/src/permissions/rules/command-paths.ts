import { basename } from "node:path";
import { type CommandLine, commandsOf, possibleCommands } from "@snaphook/engine/rules";
import {
  createNameReader,
  expandNames,
  type NameReader,
} from "../../tools/shell/read-only/expand-names.ts";
import { directoriesIn } from "../../tools/shell/read-only/line-directories.ts";
import {
  anyName,
  fromEnvironment,
  listedNames,
  type ValueContext,
} from "../../tools/shell/read-only/value-marks.ts";
import { valuesOf } from "../../tools/shell/read-only/word-values.ts";
import { pathsOf } from "../guard/shell-directories.ts";
import { fileUseOf, type Use, type Word } from "./file-programs.ts";

type PossibleCommand = ReturnType<typeof possibleCommands>["commands"][number];

/** A path that a command line uses. */
export interface UsedPath {
  readonly path: string;
  readonly use: Use;
  /** Everything below it is used too. */
  readonly walks: boolean;
  /** It is only mentioned in a longer text, such as a script. */
  readonly isMention: boolean;
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
  }

  function ofCommand(
    command: CommandLine["commands"][number],
    context: ValueContext,
    depth: number,
  ): void {
    const { commands, scripts } = possibleCommands(command);
    for (const script of scripts) collect(script, depth + 1);
    if (goesElsewhere(command)) unknown.push({ use: "write", text: command.source });
    for (const possible of commands) ofPossibleCommand(possible, context);
  }

  function ofPossibleCommand(
    { words: [program, ...args], isGuess }: PossibleCommand,
    context: ValueContext,
  ): void {
    if (program === undefined) return;
    if (!program.literal && !isGuess) unknown.push({ use: "write", text: program.text });
    const use = fileUseOf(basename(program.value), args);
    if (use === undefined) return;
    if (use.here !== undefined) {
      const how = { use: use.here, walks: true, isMention: false };
      used.push(...context.directories.map((path) => ({ path, ...how })));
    }
    for (const { word, use: how } of use.named)
      add(word, context, { use: how, walks: use.walks, isKnown: use.isKnown && !isGuess });
  }

  function add(
    word: Word,
    context: ValueContext,
    { use, walks = false, isKnown = true }: HowUsed,
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
    used.push(...named.map((path) => ({ path, use, walks, isMention: false })));
    const mentioned = use === "unknown" ? known.flatMap(partsOf) : [];
    const paths = mentioned.flatMap((name) => existing(name, context, reader));
    used.push(...paths.map((path) => ({ path, use, walks: false, isMention: true })));
    // Links there lead to the directories and files of the process that reads them.
    const isOfProcess = named.some((path) => path.startsWith("/proc/"));
    const isUnclear =
      values === undefined || known.length < values.length || reader.isExhausted() || isOfProcess;
    if (isKnown && isUnclear) unknown.push({ use, text: word.text });
  }
}

interface HowUsed {
  readonly use: Use;
  readonly walks?: boolean;
  /** It is known what the program does with its arguments. */
  readonly isKnown?: boolean;
}

/** The names in a longer text, such as a script for another program. */
const partsOf = (value: string): readonly string[] =>
  value
    .split(/[\s'"`()=,:;<>|&{}[\]]+/)
    .filter((part) => part !== "" && part !== value && !part.includes(anyName));

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
