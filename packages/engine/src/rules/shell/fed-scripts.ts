import { commandsOf } from "./command-line.ts";
import { baseName } from "./inspect-command.ts";
import { possibleCommands } from "./possible-commands.ts";
import { isStream } from "./shell-program.ts";
import type { ShellWord } from "./shell-word.ts";
import type { SimpleCommand } from "./simple-command.ts";
import { readsScript } from "./started-by-programs.ts";

/** Whether a program gets its script from another command or an open file: `… | python3`, `python3 <(…)`. */
export function isFedScript(
  { isFed }: SimpleCommand,
  [program, ...args]: readonly ShellWord[],
): boolean {
  const values = args.filter((arg) => !isStream(arg)).map(({ value }) => value);
  return (
    (isFed || values.length < args.length) && readsScript(baseName(program?.value ?? ""), values)
  );
}

/** The program of a line that gets a script which the line does not contain; undefined if there is none. */
export function unknownScript(line: string): string | undefined {
  const { commands } = commandsOf(line);
  const isFed = (command: SimpleCommand) =>
    possibleCommands(command).commands.some(({ words }) => isFedScript(command, words));
  const fed = commands.filter(isFed);
  const areKnown = commands.every((command) => fed.includes(command) || printsText(command));
  return areKnown ? undefined : fed[0]?.words[0]?.value;
}

/** Whether a command prints nothing but texts of the line, as they are written. */
const printsText = ({ words: [program, ...args], hereTexts, isFed }: SimpleCommand): boolean =>
  [...args, ...hereTexts].every(({ literal, value }) => literal && !/\\[^nt]/.test(value)) &&
  (/^(?:echo|printf|cd)$/.test(program?.value ?? "") ||
    (program?.value === "cat" && args.length === 0 && !isFed));
