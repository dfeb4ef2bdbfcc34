import { relative } from "node:path";
import { commandsOf, type Rule } from "@snaphook/engine/rules";
import { shellWord } from "@snaphook/protocol";
import { isInside } from "../is-inside.ts";
import type { Access } from "../tools/tool.ts";
import { callOf, type JudgedCall, judgeCall } from "./judge-call.ts";
import { rulesOf } from "./permission-lists.ts";
import { type PermissionUpdate, ruleText } from "./permissions.ts";
import { forbiddingRule, undecidedRule } from "./rules/matching-rules.ts";

/**
 * What the user can change so that a call that was refused runs: a rule to remove or a flag to add; `undefined`
 * if nothing would allow it, or nothing is in its way.
 */
export function howToAllow(
  judged: JudgedCall,
  suggestions: readonly PermissionUpdate[],
): string | undefined {
  const { tool, lists, context, touch, mode, access } = judged;
  const call = callOf(judged);
  const denying = rulesOf(lists.deny).filter((rule) => forbiddingRule([rule], call, context));
  if (denying.length > 0) return `remove ${named("deny rule", denying)}`;
  if (touch?.kind === "trust" || access.kind === "user") return undefined;
  if (mode === "plan") return "start without --permission-mode plan";
  if (mode === "bypassPermissions") return undefined;
  if (touch?.kind === "settings") return "make this change yourself";
  const undecided = undecidedRule(rulesOf([...lists.deny, ...lists.ask]), call, context);
  if (undecided)
    return `write the names of all files in the command, or remove the rule ${undecided.rule.text}`;
  if (access.kind === "command" && access.outside) return "run the command yourself";
  const asking = forbiddingRule(rulesOf(lists.ask), call, context);
  if (asking) return `remove the ask rule ${asking.text}`;
  const exact = exactRule(access, context.projectDirectory);
  const enough = [suggestions, exact].find((updates) => isEnough(judged, updates));
  if (enough) return enough.flatMap(flagsOf).join(" ");
  const whole = [allowingRule(tool)];
  return isEnough(judged, whole)
    ? `${whole.flatMap(flagsOf).join(" ")}, which allows every call of ${tool}${whyNoPattern(access)}`
    : "--permission-mode bypassPermissions, which allows everything";
}

/** All rules that are in the way: a command that is known only when it runs can break several. */
function named(kind: string, rules: readonly Rule[]): string {
  const texts = [...new Set(rules.map(({ text }) => text))];
  return `the ${kind}${texts.length > 1 ? "s" : ""} ${texts.join(", ")}`;
}

/** The rule that allows this call and no other. */
function exactRule(access: Access, projectDirectory: string): readonly PermissionUpdate[] {
  if (access.kind === "command") return [allowingRule("Bash", access.command)];
  if (access.kind !== "edit") return [];
  const { path } = access;
  const inside = isInside(projectDirectory, path);
  return [allowingRule("Edit", `/${inside ? relative(projectDirectory, path) : path}`)];
}

/** Why no rule with a pattern allows a command. */
function whyNoPattern(access: Access): string {
  if (access.kind !== "command") return "";
  const { parsable, hasFileRedirection, sideEffect } = commandsOf(access.command);
  const cause = !parsable
    ? "the command cannot be parsed"
    : hasFileRedirection
      ? "the command writes to a file with >"
      : sideEffect === undefined
        ? "it is not known what the command runs"
        : `${sideEffect} can have side effects`;
  return ` (no narrower rule allows it: ${cause})`;
}

const allowingRule = (toolName: string, ruleContent?: string): PermissionUpdate => ({
  type: "addRules",
  rules: [{ toolName, ...(ruleContent === undefined ? {} : { ruleContent }) }],
  behavior: "allow",
  destination: "session",
});

/** Whether the call would run after these changes: a rule may cover only a part of a command. */
function isEnough(judged: JudgedCall, updates: readonly PermissionUpdate[]): boolean {
  if (updates.length === 0) return false;
  const { lists, mode, directories } = judged;
  const rules = updates.flatMap((update) => (update.rules ?? []).map(ruleText));
  const after: JudgedCall = {
    ...judged,
    lists: { ...lists, allow: [...lists.allow, ...rules] },
    mode: updates.find((update) => update.mode)?.mode ?? mode,
    directories: [...directories, ...updates.flatMap((update) => update.directories ?? [])],
  };
  return judgeCall(after) === "allow";
}

/** A suggested change of permissions as flags of the command. */
function flagsOf({ rules = [], mode, directories = [] }: PermissionUpdate): readonly string[] {
  const texts = rules.map(ruleText);
  return [
    ...(texts.length > 0 ? [allowedTools(texts)] : []),
    ...(mode === undefined ? [] : [`--permission-mode ${mode}`]),
    ...directories.map((directory) => `--add-dir ${shellWord(directory)}`),
  ];
}

const allowedTools = (rules: readonly string[]): string =>
  `--allowedTools ${rules.map(shellWord).join(" ")}`;
