import {
  allowHolds,
  type CommandLine,
  commandsOf,
  type Rule,
  type RuleContext,
} from "@snaphook/engine/rules";

export interface CommandRules {
  readonly allow: readonly Rule[];
  readonly context: RuleContext;
  isReadOnlyCommand(command: string): boolean;
}

/**
 * G1: the commands of a line that need approval: those that are neither read-only nor
 * are allowed by a rule. None: the line may run. The whole line, where it is not known which they are.
 */
export function commandsToAskAbout(line: string, rules: CommandRules): readonly string[] {
  const isAllowed = (command: string) =>
    allowHolds(rules.allow, { toolName: "Bash", toolInput: { command } }, rules.context).holds;
  if (rules.isReadOnlyCommand(line) || isAllowed(line)) return [];
  const read = commandsOf(line);
  if (!read.parsable || read.commands.length === 0) return [line];
  const open = read.commands.filter(({ source }) => !isAllowed(source));
  const needed = open.filter(({ source }) => !rules.isReadOnlyCommand(source));
  if (needed.length > 0) return outermost([...new Set(needed.map(({ source }) => source))]);
  if (read.hasFileRedirection || read.hiddenEffect !== undefined) return [line];
  return looksTogether(open, open.length < read.commands.length, rules)
    ? []
    : open.map(({ source }) => source);
}

/**
 * Commands that only look one by one may do more together, or to the allowed ones between them: a
 * variable that is set can change what a program does (M9).
 */
function looksTogether(
  commands: CommandLine["commands"],
  besideAllowed: boolean,
  { isReadOnlyCommand }: CommandRules,
): boolean {
  if (commands.length === 0) return true;
  if (besideAllowed && commands.some(({ assignments }) => assignments.length > 0)) return false;
  return isReadOnlyCommand(commands.map(({ source }) => source).join("\n"));
}

/** A command in a substitution is named with the one around it. */
const outermost = (sources: readonly string[]): readonly string[] =>
  sources.filter((source) => !sources.some((other) => other !== source && isWithin(source, other)));

const isWithin = (inner: string, outer: string): boolean =>
  ["$(", "`", "<(", ">("].some((open) => outer.includes(`${open}${inner}`));
