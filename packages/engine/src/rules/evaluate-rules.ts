import { hostOfPattern, hostOfUrl, namesHost } from "./host.ts";
import { judgeAnyCommand } from "./judge-any-command.ts";
import { judgeEveryCommand } from "./judge-every-command.ts";
import { judgePath } from "./judge-path.ts";
import { patternProblem } from "./pattern-problem.ts";
import type { Rule } from "./rule.ts";
import { compileTextPattern } from "./text-pattern.ts";
import {
  type Judgement,
  type Need,
  quote,
  type RuleContext,
  type ToolCall,
  textField,
} from "./tool-call.ts";
import { isForTool, patternKindOf, type RelatedTools } from "./tools.ts";

/** How `if`, allow and deny rules are evaluated differently. */
export interface RuleOptions {
  /** Which related tools a rule also covers, such as Write for Edit. */
  readonly relatedTools: RelatedTools;
  /** A rule for a whole MCP server needs a call that is surely one of that server. */
  readonly exactServer: boolean;
  /** A command line with a command substitution is treated as a match. */
  readonly substitutionHolds: boolean;
  /** A pattern can name leading assignments of a command. */
  readonly seesAssignments: boolean;
  /** A command that an unknown program may run is treated as a match. */
  readonly hiddenHolds: boolean;
  /** `/x` in a path pattern is also an absolute path. */
  readonly slashIsAlsoRoot: boolean;
  /** The name of an agent matches in any case. */
  readonly agentInAnyCase: boolean;
}

/**
 * The one evaluator of permission rules (M7): whether rules hold for a tool call.
 *
 * With `any`, it is enough that one rule matches one part of the call, and unreadable input is a
 * match. With `every`, the rules together must match all parts, and unreadable input is not a match.
 * Broken rules never match. Pure; never throws.
 */
export function evaluateRules(
  rules: readonly Rule[],
  call: ToolCall,
  context: RuleContext,
  need: Need,
  options: RuleOptions,
): Judgement {
  const applicable = rules.filter(
    (rule) => isForTool(rule, call, options) && patternProblem(rule) === undefined,
  );
  const [first] = applicable;
  if (first === undefined)
    return { holds: false, because: `no rule applies to ${quote(call.toolName)}` };
  const unlimited = applicable.find(isUnlimited);
  if (unlimited !== undefined)
    return { holds: true, because: `${unlimited.text} matches every call of ${call.toolName}` };
  switch (patternKindOf(first.tool)) {
    case "command":
      return judgeCommandLine(applicable, call, need, options);
    case "path":
      return judgePath(applicable, call, context, need, options);
    case "domain":
      return judgeDomain(applicable, call, need);
    case "name":
      return judgeName(applicable, call, need, options);
    default:
      return { holds: false, because: `${first.text} is broken` };
  }
}

/** `Tool` alone, or a command or name pattern of wildcards only. */
function isUnlimited({ tool, pattern }: Rule): boolean {
  if (pattern === undefined) return true;
  const kind = patternKindOf(tool);
  return (kind === "command" || kind === "name") && compileTextPattern(pattern).everything;
}

function judgeCommandLine(
  rules: readonly Rule[],
  call: ToolCall,
  need: Need,
  options: RuleOptions,
): Judgement {
  const line = textField(call, "command");
  if (line === undefined) return { holds: need === "any", because: "the command cannot be read" };
  if (need === "every") return judgeEveryCommand(rules, line);
  const judgements = rules.map((rule) => judgeAnyCommand(rule, line, options));
  return (
    judgements.find(({ holds }) => holds) ??
    judgements[0] ?? { holds: false, because: "there is no rule" }
  );
}

/** The agent or skill that a call names. */
function judgeName(
  rules: readonly Rule[],
  call: ToolCall,
  need: Need,
  { agentInAnyCase }: RuleOptions,
): Judgement {
  const [what, field] = call.toolName === "Skill" ? ["skill", "skill"] : ["agent", "subagent_type"];
  const name = textField(call, field);
  if (name === undefined)
    return { holds: need === "any", because: `the call does not name the ${what}` };
  const cased = (text: string) => (agentInAnyCase ? text.toLowerCase() : text);
  // `plugin:*` forbids all that a plugin has.
  const names = (need === "any" ? [name, name.replaceAll(":", " ")] : [name]).map(cased);
  const rule = rules.find(({ pattern = "*" }) =>
    names.some(compileTextPattern(cased(pattern)).test),
  );
  return rule === undefined
    ? { holds: false, because: `no rule names ${what} ${quote(name)}` }
    : { holds: true, because: `${what} ${quote(name)} matches ${rule.text}` };
}

/**
 * Whether one of the rules names the host of the call's URL. `domain:host` is that host alone;
 * `domain:*.host` every host below it, but not itself; `domain:*` every host.
 */
function judgeDomain(rules: readonly Rule[], call: ToolCall, need: Need): Judgement {
  const url = textField(call, "url");
  const host = url === undefined ? undefined : hostOfUrl(url);
  if (host === undefined) return { holds: need === "any", because: "the URL cannot be read" };
  const rule = rules.find(({ pattern = "" }) => namesHost(hostOfPattern(pattern), host));
  return rule === undefined
    ? { holds: false, because: `no rule names host ${quote(host)}` }
    : { holds: true, because: `host ${quote(host)} matches ${rule.text}` };
}
