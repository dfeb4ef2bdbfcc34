import { runnerOf } from "./runner.ts";
import type { Runs } from "./runs.ts";
import type { ShellWord } from "./shell-word.ts";
import type { SimpleCommand } from "./simple-command.ts";

/** All that may run because of one simple command, so far as its text tells. */
export interface Reach {
  /** The command itself and those that it runs. */
  readonly commands: readonly ReachedCommand[];
  /** Texts that a shell reads. */
  readonly scripts: readonly string[];
  /** What is not known before it runs; undefined if all is. */
  readonly unknown: string | undefined;
}

export interface ReachedCommand {
  readonly words: readonly ShellWord[];
  /** It may as well be an argument: a word of a wrapper that is not understood. */
  readonly isGuess: boolean;
  /** Where its words begin in those of the whole command. */
  readonly start: number;
}

/** Longer chains of wrappers are not followed. */
const mostCommands = 64;

/** Follows wrappers and shells. Errs on the side of too much. */
export function reachOf({ words, input }: SimpleCommand): Reach {
  const scripts: string[] = [];
  let unknown: string | undefined;
  const commands = new Map<number, ReachedCommand>();
  const open: ReachedCommand[] = [{ words, isGuess: false, start: 0 }];
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    if (commands.has(next.start)) continue;
    if (commands.size === mostCommands) {
      unknown = "the program behind so many wrappers";
      break;
    }
    commands.set(next.start, next);
    const { runs } = runnerOf(next.words, input);
    open.push(...runBy(next, runs, words));
    if (runs.kind === "script" && runs.text === undefined)
      unknown = "the script that a shell reads";
    if (runs.kind === "script" && runs.text !== undefined) scripts.push(runs.text);
  }
  return { commands: [...commands.values()], scripts, unknown };
}

/** The commands that a command may run; where that is unclear, one from each of its words. */
function runBy(
  { start, isGuess }: ReachedCommand,
  runs: Runs,
  words: readonly ShellWord[],
): readonly ReachedCommand[] {
  if (runs.kind === "command") return [{ words: runs.words, isGuess, start: start + runs.start }];
  if (runs.kind !== "unclear") return [];
  const rest = words.slice(start + 1, start + 1 + mostCommands);
  return rest.map((_, index) => {
    const at = start + 1 + index;
    return { words: words.slice(at), isGuess: true, start: at };
  });
}
