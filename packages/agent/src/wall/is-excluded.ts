import { allowHolds, commandsOf, parseRule, type RuleContext } from "@snaphook/engine/rules";

/**
 * Whether a line runs outside the sandbox, because `sandbox.excludedCommands` names every command in it. A line
 * that also writes a file does not: the shell that writes it would be outside too.
 */
export function isExcluded(
  line: string,
  excluded: readonly string[],
  context: RuleContext,
): boolean {
  if (excluded.length === 0) return false;
  const { parsable, hasFileRedirection, sideEffect, commands } = commandsOf(line);
  if (!parsable || hasFileRedirection || sideEffect !== undefined) return false;
  if (commands.some(({ assignments }) => assignments.length > 0)) return false;
  const rules = excluded.flatMap((pattern) => {
    const parsed = parseRule(`Bash(${pattern.includes("*") ? pattern : `${pattern}:*`})`);
    return parsed.ok ? [parsed.rule] : [];
  });
  const call = { toolName: "Bash", toolInput: { command: line } };
  return rules.length > 0 && allowHolds(rules, call, context).holds;
}
