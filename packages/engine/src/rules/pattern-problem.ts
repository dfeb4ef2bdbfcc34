import { hostOfPattern } from "./host.ts";
import { unknownTool } from "./known-tools.ts";
import type { RuleProblem } from "./rule-problem.ts";
import { type PatternKind, patternKindOf, toolsWithPattern } from "./tools.ts";

/** What is wrong with a rule's pattern; undefined if nothing is. A rule with a problem never holds. */
export function patternProblem(rule: {
  readonly text: string;
  readonly tool: string;
  readonly pattern?: string;
}): RuleProblem | undefined {
  const { text, tool, pattern } = rule;
  if (pattern === undefined) return undefined;
  if (pattern.trim() === "")
    return {
      message: `${text} has nothing in its parentheses`,
      advice: `write ${tool} without parentheses`,
    };
  const kind = patternKindOf(tool);
  if (kind === undefined)
    return (
      unknownTool(tool) ?? {
        message: `${tool} takes no pattern`,
        advice: `write ${tool} without parentheses; patterns are for ${toolsWithPattern.join(", ")}`,
      }
    );
  return problems[kind](text, pattern);
}

const problems: Readonly<
  Record<PatternKind, (text: string, pattern: string) => RuleProblem | undefined>
> = {
  command: (text, pattern) =>
    pattern.trim() === ":*"
      ? { message: `${text} has no words before :*`, advice: "write Bash or Bash(git:*)" }
      : undefined,
  path: pathProblem,
  domain: (text, pattern) =>
    hostOfPattern(pattern) === undefined
      ? {
          message: `${text} names no host`,
          advice: "write WebFetch(domain:example.com) or WebFetch(domain:*.example.com)",
        }
      : undefined,
  name: () => undefined,
};

function pathProblem(text: string, pattern: string): RuleProblem | undefined {
  if (pattern.startsWith("!"))
    return {
      message: `${text} negates its pattern`,
      advice: "name the paths themselves; for a name that starts with ! write \\!",
    };
  if (/[\r\n\0]/.test(pattern))
    return { message: `${text} has more than one line`, advice: "write one pattern per rule" };
  const afterLeadingParents = pattern.replace(/^(?:\.\.\/)+/, "");
  if (afterLeadingParents.split("/").includes(".."))
    return {
      message: `${text} has .. in the middle of its pattern`,
      advice: "write the path without ..",
    };
  return undefined;
}
