import type { Rule } from "./rule.ts";
import { commandsOf } from "./shell/command-line.ts";
import { hiddenCommands, substitutedIn } from "./shell/hidden-commands.ts";
import { baseName } from "./shell/inspect-command.ts";
import { type PossibleCommand, possibleCommands } from "./shell/possible-commands.ts";
import { asPassed, asWritten, type ShellWord, withoutNeedlessQuotes } from "./shell/shell-word.ts";
import type { SimpleCommand } from "./shell/simple-command.ts";
import { compileTextPattern, hasShape, type TextPattern } from "./text-pattern.ts";
import { type Judgement, quote } from "./tool-call.ts";

/** How `if` and deny rules differ here (M8, M9). */
export interface AnyCommandOptions {
  /** A line with a command substitution is treated as a match. */
  readonly substitutionHolds: boolean;
  /** A pattern can name leading assignments; otherwise they are skipped. */
  readonly seesAssignments: boolean;
  /** A command that an unknown program may run is treated as a match. */
  readonly hiddenHolds: boolean;
}

/** Scripts within scripts deeper than this are not read. */
const maxScriptDepth = 8;

/**
 * Whether a rule matches any command that the line can run. Text that hides what it runs is treated
 * as a match: a deny rule must not be avoidable by writing the same command in another way.
 */
export function judgeAnyCommand(
  rule: Rule,
  line: string,
  options: AnyCommandOptions,
  depth = 0,
): Judgement {
  const pattern = compileTextPattern(rule.pattern ?? "*");
  const read = commandsOf(line);
  if (!read.parsable || depth > maxScriptDepth)
    return held(`${quote(line)} cannot be parsed, so ${rule.text} could match`);
  for (const command of read.commands) {
    const judgement = judgeCommand(command);
    if (judgement !== undefined) return judgement;
  }
  if (options.hiddenHolds && read.sideEffect !== undefined)
    if (substitutedIn(line).some((words) => isSpelledOut(words, pattern)))
      return held(`${read.sideEffect} may run a command that matches ${rule.text}`);
  if (hasOperator(rule) && pattern.test(line.trim()))
    return held(`the line ${quote(line)} matches ${rule.text}`);
  if (options.substitutionHolds && read.hasSubstitution)
    return held("the line contains a command substitution");
  return { holds: false, because: `${noneOf(read.commands)} match ${rule.text}` };

  function judgeCommand(command: SimpleCommand): Judgement | undefined {
    const { commands, scripts, unknown } = possibleCommands(command);
    const matched = (verb: string) =>
      held(`command ${quote(command.source)} of the line ${verb} ${rule.text}`);
    const frames = framesOf(command, options);
    if (commands.some(({ words }) => textsOf(words, frames).some(pattern.test)))
      return matched("matches");
    if (commands.some((reached) => couldBe(reached, pattern))) return matched("could match");
    for (const script of scripts) {
      const judgement = judgeAnyCommand(rule, script, options, depth + 1);
      if (judgement.holds) return judgement;
    }
    if (
      options.hiddenHolds &&
      hiddenCommands(command, read).some((words) => isSpelledOut(words, pattern))
    )
      return matched("could match");
    return unknown === undefined
      ? undefined
      : held(`${unknown} in ${quote(command.source)} is not known, so ${rule.text} could match`);
  }
}

/** Whether words start with the program that a pattern names, and match it. */
function isSpelledOut(words: readonly ShellWord[], pattern: TextPattern): boolean {
  const program = words[0]?.value ?? "";
  const name = /^[./~]/.test(program) ? baseName(program) : program;
  return (
    pattern.firstWord === name && textsOf(words, [{ before: "", after: "" }]).some(pattern.test)
  );
}

/** `command "a" does not`, or `none of the commands "a", "b" and 2 more`. */
function noneOf(commands: readonly SimpleCommand[]): string {
  if (commands.length === 0) return "a line without commands does not";
  const shown = commands.slice(0, 4).map(({ source }) => quote(source));
  const more = commands.length > shown.length ? ` and ${commands.length - shown.length} more` : "";
  if (commands.length === 1) return `command ${shown[0]} does not`;
  return `none of the commands ${shown.join(", ")}${more}`;
}

const held = (because: string): Judgement => ({ holds: true, because });

/** A pattern with an operator that joins commands is meant for the whole line. */
const hasOperator = ({ pattern }: Rule): boolean => /[|&;<>\n]/.test(pattern ?? "");

/** Text before and after the words of a command. */
interface Frame {
  readonly before: string;
  readonly after: string;
}

/** Every combination of with and without assignments (if they are visible) and redirections. */
function framesOf(command: SimpleCommand, options: AnyCommandOptions): readonly Frame[] {
  const assigned = options.seesAssignments ? command.assignments.join(" ") : "";
  const redirected = (space: string) =>
    command.redirections.map(({ operator, target }) => operator + space + target).join(" ");
  const trailing = new Set(["", redirected(""), redirected(" ")]);
  return [...new Set(["", assigned])].flatMap((before) =>
    [...trailing].map((after) => ({ before, after })),
  );
}

/** The texts to test a pattern on: as written, as run, and without the path of the program. */
function textsOf(words: readonly ShellWord[], frames: readonly Frame[]): readonly string[] {
  const passed = asPassed(words);
  const program = words[0]?.value ?? "";
  const bare = baseName(program) + passed.slice(program.length);
  const plain = bare.replace(gitOptions, "git ");
  const texts = new Set([asWritten(words), withoutNeedlessQuotes(words), passed, bare, plain]);
  return frames
    .flatMap(({ before, after }) => [...texts].map((text) => [before, text, after]))
    .map((parts) => parts.filter((part) => part !== "").join(" "))
    .filter((view) => view !== "");
}

/** Options between git and its subcommand. */
const gitOptions =
  /^git (?:(?:-[Cc]|--(?:git-dir|work-tree|namespace|config-env|exec-path)) \S+ |-\S+ )+/;

/** Whether the program is unknown before the run and may be the one that a pattern names. */
function couldBe({ words, isGuess }: PossibleCommand, pattern: TextPattern): boolean {
  const program = words[0];
  if (program === undefined || program.literal || isGuess) return false;
  const named = pattern.firstWord;
  return (
    named === undefined ||
    // `shopt -s nocaseglob` makes wildcards match names in capital letters.
    hasShape(named.toLowerCase(), program.shape.toLowerCase()) ||
    hasShape(named.toLowerCase(), baseName(program.shape).toLowerCase())
  );
}
