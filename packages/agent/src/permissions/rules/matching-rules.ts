import { resolve } from "node:path";
import { realContext, realRules, viewsOf } from "@snaphook/engine/internal";
import {
  allowHolds,
  denyHolds,
  type Rule,
  type RuleContext,
  type ToolCall,
  textField,
  unknownScript,
} from "@snaphook/engine/rules";
import { isPathRuleFor, matchesHardLink } from "./path-rules.ts";
import { ruleOnPaths, type UndecidedRule } from "./rule-on-paths.ts";

/** The first of these rules that matches any part of a call, by any path to the file (M9, T11). */
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
    rules.find((rule) => realRules([rule], context, { inProject: true }).some(holds)) ??
    ruleOfFile(rules, call, context)
  );
}

function ruleOfFile(rules: readonly Rule[], call: ToolCall, context: RuleContext) {
  if (call.toolName === "Bash") return ruleOnPaths(rules, call, context).forbidding;
  const path = textField(call, "file_path") ?? textField(call, "notebook_path");
  return path === undefined
    ? undefined
    : rules.filter((rule) => isPathRuleFor(rule, call)).find((rule) => isHardLink(rule, path));

  function isHardLink(rule: Rule, file: string): boolean {
    return matchesHardLink(rule, resolve(context.cwd, file), context);
  }
}

/** A deny or ask rule that a command may break, though its text does not show it. */
export function undecidedRule(
  rules: readonly Rule[],
  call: ToolCall,
  context: RuleContext,
): UndecidedRule | undefined {
  if (call.toolName !== "Bash") return undefined;
  return ruleOnPaths(rules, call, context).undecided ?? undecidedScript(rules, call);
}

/** What an interpreter gets from another command may start a program that a rule names. */
function undecidedScript(rules: readonly Rule[], call: ToolCall): UndecidedRule | undefined {
  const rule = rules.find(({ tool, pattern }) => tool === "Bash" && pattern !== undefined);
  const program = rule && unknownScript(textField(call, "command") ?? "");
  return program === undefined || rule === undefined
    ? undefined
    : { rule, because: `the script that ${program} reads is known only when the command runs` };
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
