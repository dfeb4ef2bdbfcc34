import { evaluateRules, type Reading } from "./evaluate-rules.ts";
import type { Rule } from "./rule.ts";
import type { Judgement, RuleContext, ToolCall } from "./tool-call.ts";

const ofIf: Reading = {
  includeKin: false,
  substitutionHolds: true,
  seesAssignments: false,
  slashIsAlsoRoot: true,
};

const ofAllow: Reading = {
  includeKin: false,
  substitutionHolds: false,
  seesAssignments: true,
  slashIsAlsoRoot: false,
};

const ofDeny: Reading = { ...ofAllow, includeKin: true };

/** M8: whether a hook with this `if` runs for a call. In doubt it runs. */
export function ifHolds(rule: Rule, call: ToolCall, context: RuleContext): Judgement {
  return evaluateRules([rule], call, context, "any", ofIf);
}

/** M9: whether the allow rules together allow all that a call does. In doubt they do not. */
export function allowHolds(
  rules: readonly Rule[],
  call: ToolCall,
  context: RuleContext,
): Judgement {
  return evaluateRules(rules, call, context, "every", ofAllow);
}

/** M9: whether a deny or ask rule matches any part of a call. In doubt it does. */
export function denyHolds(rule: Rule, call: ToolCall, context: RuleContext): Judgement {
  return evaluateRules([rule], call, context, "any", ofDeny);
}
