import { evaluateRules, type RuleOptions } from "./evaluate-rules.ts";
import type { Rule } from "./rule.ts";
import type { Judgement, RuleContext, ToolCall } from "./tool-call.ts";

const ifRules: RuleOptions = {
  relatedTools: "none",
  exactServer: false,
  substitutionHolds: true,
  seesAssignments: false,
  hiddenHolds: false,
  slashIsAlsoRoot: true,
  agentInAnyCase: false,
};

const allowRules: RuleOptions = {
  relatedTools: "edits",
  exactServer: true,
  substitutionHolds: false,
  seesAssignments: true,
  hiddenHolds: true,
  slashIsAlsoRoot: false,
  agentInAnyCase: false,
};

const denyRules: RuleOptions = {
  ...allowRules,
  relatedTools: "all",
  agentInAnyCase: true,
  exactServer: false,
};

/** M8: whether a hook with this `if` runs for a call. In doubt it runs. */
export function ifHolds(rule: Rule, call: ToolCall, context: RuleContext): Judgement {
  return evaluateRules([rule], call, context, "any", ifRules);
}

/** M9: whether the allow rules together allow all that a call does. In doubt they do not. */
export function allowHolds(
  rules: readonly Rule[],
  call: ToolCall,
  context: RuleContext,
): Judgement {
  return evaluateRules(rules, call, context, "every", allowRules);
}

/** M9: whether a deny or ask rule matches any part of a call. In doubt it does. */
export function denyHolds(rule: Rule, call: ToolCall, context: RuleContext): Judgement {
  return evaluateRules([rule], call, context, "any", denyRules);
}
