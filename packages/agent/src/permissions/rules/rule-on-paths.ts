import { statSync } from "node:fs";
import { type Rule, type RuleContext, type ToolCall, textField } from "@snaphook/engine/rules";
import { type CommandPaths, commandPaths, type UsedPath } from "./command-paths.ts";
import { isAboutEdits, isPathRule, matchBelow, matchesFile, matchesFolder } from "./path-rules.ts";
import { trackedMatch } from "./tracked-match.ts";

/** A rule that a command may break, and what makes it unclear. */
export interface UndecidedRule {
  readonly rule: Rule;
  readonly because: string;
}

interface RuleOnPaths {
  readonly forbidding?: Rule;
  readonly undecided?: UndecidedRule;
}

/**
 * T11: which rule for files a command line breaks. A rule for Read holds for every path that a command names, a rule
 * for Edit for every path that it writes. If it is unclear which files a command uses, the rule is undecided.
 */
export function ruleOnPaths(
  rules: readonly Rule[],
  call: ToolCall,
  context: RuleContext,
): RuleOnPaths {
  const onPaths = rules.filter(isPathRule);
  const line = textField(call, "command");
  if (onPaths.length === 0 || line === undefined) return {};
  const paths = commandPaths(line, context);
  const judged = onPaths.map((rule) => ({ rule, found: judgeRule(rule, paths, context) }));
  const forbidding = judged.find(({ found }) => found === forbidden)?.rule;
  if (forbidding !== undefined) return { forbidding };
  for (const { rule, found } of judged)
    if (typeof found === "string") return { undecided: { rule, because: found } };
  return {};
}

const forbidden = Symbol("forbidden");
/** Otherwise why a rule may forbid something; undefined if it does not. */
type Found = typeof forbidden | string | undefined;

function judgeRule(rule: Rule, { used, unknown }: CommandPaths, context: RuleContext): Found {
  const found = used
    .filter(({ use }) => !(use === "read" && isAboutEdits(rule)))
    .map((path) => judgePath(rule, path, context));
  if (found.includes(forbidden)) return forbidden;
  const concernsUnknown = unknown !== undefined && !(isAboutEdits(rule) && unknown.use === "read");
  return (
    found.find((one) => one !== undefined) ??
    (concernsUnknown ? `${unknown.text} is known only when the command runs` : undefined)
  );
}

function judgePath(rule: Rule, used: UsedPath, context: RuleContext): Found {
  const { path, use, walks, isMention, tracked } = used;
  if (tracked !== undefined) return judgeTracked(rule, path, tracked, context);
  const isUnclear = isMention || (use === "unknown" && isAboutEdits(rule));
  if (matchesFile(rule, path, context))
    return isUnclear ? `the command mentions ${path}` : forbidden;
  if (!isFolder(path)) return undefined;
  if ((walks || use !== "read") && matchesFolder(rule, path, context))
    return isMention || use === "unknown" ? `the command uses the folder ${path}` : forbidden;
  const below = walks ? matchBelow(rule, path, context) : undefined;
  return below === undefined ? undefined : `the command goes through ${path} (${below})`;
}

function judgeTracked(
  rule: Rule,
  path: string,
  part: NonNullable<UsedPath["tracked"]>,
  context: RuleContext,
): Found {
  const found = trackedMatch(rule, path, part, context);
  return found === undefined ? undefined : `the command may show what git stores of ${found}`;
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
