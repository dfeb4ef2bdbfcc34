import { allowHolds, commandsOf, type Rule, type RuleContext } from "@snaphook/engine";

export interface CommandRules {
  readonly allow: readonly Rule[];
  readonly context: RuleContext;
  isReadOnlyCommand(command: string): boolean;
}

/**
 * G1: the commands of a line for which somebody has to be asked: those that neither only look nor
 * are allowed by a rule. None: the line may run. The whole line, where it is not known which they are.
 */
export function neededCommands(line: string, rules: CommandRules): readonly string[] {
  const isFree = (text: string) =>
    rules.isReadOnlyCommand(text) ||
    allowHolds(rules.allow, { toolName: "Bash", toolInput: { command: text } }, rules.context)
      .holds;
  if (isFree(line)) return [];
  const read = commandsOf(line);
  if (!read.parsable) return [line];
  const needed = read.commands.map(({ source }) => source).filter((source) => !isFree(source));
  const doesMore = read.hasFileRedirection || read.hiddenEffect !== undefined;
  if (needed.length === 0) return doesMore || read.commands.length === 0 ? [line] : [];
  return outermost([...new Set(needed)]);
}

/** A command in a substitution is named with the one it stands in. */
const outermost = (sources: readonly string[]): readonly string[] =>
  sources.filter((source) => !sources.some((other) => other !== source && isWithin(source, other)));

const isWithin = (inner: string, outer: string): boolean =>
  ["$(", "`", "<(", ">("].some((open) => outer.includes(`${open}${inner}`));
