import {
  allowHolds,
  denyHolds,
  type Rule,
  type RuleContext,
  type ToolCall,
} from "@snaphook/engine/rules";
import { realContext, realRules, viewsOf } from "./path-views.ts";

/** The first of these rules that matches any part of a call, by any path to the file (M9). */
export function forbiddingRule(
  rules: readonly Rule[],
  call: ToolCall,
  context: RuleContext,
): Rule | undefined {
  const views = viewsOf(call, context);
  const holds = (rule: Rule) =>
    views.some((view) => denyHolds(rule, view.call, view.context).holds);
  return (
    rules.find(holds) ??
    rules.find((rule) => realRules([rule], context, { inProject: true }).some(holds))
  );
}

/** Whether the allow rules together allow everything a call does, also where its path leads (M9). */
export function isAllowed(rules: readonly Rule[], call: ToolCall, context: RuleContext): boolean {
  const [written, ...others] = viewsOf(call, context);
  if (others.length === 0) return allowHolds(rules, call, context).holds;
  const all = [...rules, ...realRules(rules, context, { inProject: false })];
  return (
    [context, realContext(context)].some((one) => allowHolds(rules, written.call, one).holds) &&
    others.every((view) => allowHolds(all, view.call, view.context).holds)
  );
}
