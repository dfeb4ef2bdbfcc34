import { patternProblem } from "./pattern-problem.ts";
import type { RuleProblem } from "./rule-problem.ts";

/** A permission rule (M7): `Tool` or `Tool(pattern)`. */
export interface Rule {
  /** As written, for people. */
  readonly text: string;
  readonly tool: string;
  readonly pattern?: string;
}

export type ParsedRule =
  | { readonly ok: true; readonly rule: Rule }
  | ({ readonly ok: false } & RuleProblem);

const toolName = /^[A-Za-z][A-Za-z0-9_.-]*$/;
const mcpToolName = /^mcp__[A-Za-z0-9_.-]+(?:__\*)?$/;
const howToWrite = "write Tool or Tool(pattern), such as Bash(git *) or Read(src/**)";

/** Parses a rule from settings. A broken rule never matches; the caller reports it. */
export function parseRule(text: string): ParsedRule {
  const rule = splitRule(text);
  if (rule === undefined)
    return { ok: false, message: `"${text}" is not a permission rule`, advice: howToWrite };
  const problem = patternProblem(rule);
  return problem === undefined ? { ok: true, rule } : { ok: false, ...problem };
}

/** The parts of a rule, whether or not its pattern is valid; undefined if the text is not a rule. */
export function splitRule(written: string): Rule | undefined {
  const text = written.trim();
  const open = text.indexOf("(");
  const tool = open < 0 ? text : text.slice(0, open);
  if (!toolName.test(tool) && !mcpToolName.test(tool)) return undefined;
  if (open < 0) return { text, tool };
  return text.endsWith(")") ? { text, tool, pattern: text.slice(open + 1, -1) } : undefined;
}
