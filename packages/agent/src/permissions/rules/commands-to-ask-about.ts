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
  /** Whether a command is read-only, in the line that it is a part of. */
  isReadOnlyCommand(command: string, line?: string): boolean;
}

/**
 * G1: the commands of a line that need approval: those that are neither read-only nor allowed by a rule. An
 * empty list: the line may run. The whole line, if its commands cannot be told apart.
 */
export function commandsToAskAbout(line: string, rules: CommandRules): readonly string[] {
  const isAllowed = (command: string) =>
    allowHolds(rules.allow, { toolName: "Bash", toolInput: { command } }, rules.context).holds;
  if (rules.isReadOnlyCommand(line) || isAllowed(line)) return [];
  const read = commandsOf(line);
  if (!read.parsable || read.commands.length === 0 || read.commands.length > maxCommands)
    return [line];
  const open = read.commands.filter(({ source }) => !isAllowed(source));
  const changing = open.filter(({ source }) => !rules.isReadOnlyCommand(source, line));
  // T11: where a command runs is part of what it does.
  const isChange = changing.length > 0 || open.length < read.commands.length;
  const needed = open.filter(
    (command) => changing.includes(command) || (isChange && command.words[0]?.value === "cd"),
  );
  if (needed.length > 0) return outermost([...new Set(needed.map(({ source }) => source))]);
  const isBeyond = read.beyondAllowRules !== undefined && open.length < read.commands.length;
  if (read.hasFileRedirection || read.sideEffect !== undefined || isBeyond) return [line];
  return areReadOnlyTogether(open, line, open.length < read.commands.length, rules)
    ? []
    : open.map(({ source }) => source);
}

/** The commands of a longer line are not judged one by one. */
const maxCommands = 300;

/**
 * Commands that are read-only one by one may have an effect together, or on the allowed ones between them:
 * setting a variable can change what a program does (M9).
 */
function areReadOnlyTogether(
  commands: CommandLine["commands"],
  line: string,
  besideAllowed: boolean,
  { isReadOnlyCommand }: CommandRules,
): boolean {
  if (commands.length === 0) return true;
  if (besideAllowed && commands.some(({ assignments }) => assignments.length > 0)) return false;
  return isReadOnlyCommand(commands.map(({ source }) => source).join("\n"), line);
}

/** A command in a substitution is shown as part of the one around it. */
const outermost = (sources: readonly string[]): readonly string[] =>
  sources.filter((source) => !sources.some((other) => other !== source && isWithin(source, other)));

const isWithin = (inner: string, outer: string): boolean =>
  ["$(", "`", "<(", ">("].some((open) => outer.includes(`${open}${inner}`));
