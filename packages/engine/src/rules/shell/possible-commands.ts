import { inspectCommand } from "./inspect-command.ts";
import type { NestedRun } from "./inspected-command.ts";
import type { ShellWord } from "./shell-word.ts";
import type { SimpleCommand } from "./simple-command.ts";

/** Everything that one simple command may run, judged by its text. */
export interface PossibleCommands {
  /** The command itself and those that it runs. */
  readonly commands: readonly PossibleCommand[];
  /** Texts that a shell reads. */
  readonly scripts: readonly string[];
  /** What is unknown before it runs; undefined if nothing is. */
  readonly unknown: string | undefined;
}

export interface PossibleCommand {
  readonly words: readonly ShellWord[];
  /** It may be just an argument: it starts at a word of a wrapper that we cannot parse. */
  readonly isGuess: boolean;
  /** The index of its first word in the whole command. */
  readonly start: number;
}

/** Longer chains of wrappers are not followed. */
const maxCommands = 64;

/** Follows wrappers and shells. In doubt it returns too many commands. */
export function possibleCommands({ words, input }: SimpleCommand): PossibleCommands {
  const scripts: string[] = [];
  let unknown: string | undefined;
  const commands = new Map<number, PossibleCommand>();
  const open: PossibleCommand[] = [{ words, isGuess: false, start: 0 }];
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    if (commands.has(next.start)) continue;
    if (commands.size === maxCommands) {
      unknown = "the program behind so many wrappers";
      break;
    }
    commands.set(next.start, next);
    const { runs } = inspectCommand(next.words, input);
    open.push(...runBy(next, runs, words));
    if (runs.kind === "script" && runs.text === undefined)
      unknown = "the script that a shell reads";
    if (runs.kind === "script" && runs.text !== undefined) scripts.push(runs.text);
  }
  return { commands: [...commands.values()], scripts, unknown };
}

/** The commands that a command may run; if unclear, one starting at each of its words. */
function runBy(
  { start, isGuess }: PossibleCommand,
  runs: NestedRun,
  words: readonly ShellWord[],
): readonly PossibleCommand[] {
  if (runs.kind === "command") return [{ words: runs.words, isGuess, start: start + runs.start }];
  if (runs.kind !== "unclear") return [];
  const rest = words.slice(start + 1, start + 1 + maxCommands);
  return rest.map((_, index) => {
    const at = start + 1 + index;
    return { words: words.slice(at), isGuess: true, start: at };
  });
}
