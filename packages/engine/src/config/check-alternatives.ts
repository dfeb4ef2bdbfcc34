import type { EventDefinition } from "@snaphook/protocol";
import type { Matcher } from "../match/matcher.ts";
import { requiredText } from "../match/required-text.ts";
import { knownNames } from "./check-name.ts";
import type { Finding } from "./reporter.ts";

/** Reports an expression that matches nothing, or more than its author probably meant. */
export function checkAlternatives(matcher: Matcher, event: EventDefinition): readonly Finding[] {
  const pattern = matcher.pattern ?? "";
  const alternatives = splitAlternatives(pattern);
  const rules = alternatives.flatMap((alternative) => checkRule(alternative, matcher, event));
  if (rules.length > 0) return rules;
  const listed = alternatives.filter(hasComma);
  if (event.isAboutTool && listed.length > 0) return [commaInExpression(pattern, listed)];
  if (!couldMatch(matcher, event))
    return [
      {
        code: "dead-matcher",
        level: "warning",
        message: `matcher "${pattern}" is an expression that matches no known ${event.matchesOn}`,
        advice: `known: ${event.knownValues.join(", ")}`,
      },
    ];
  return checkAccidentalExpression(alternatives, matcher, event);
}

/** A comma that is neither in `[…]` nor in `{1,2}`. No tool has one in its name. */
const hasComma = (alternative: string): boolean =>
  alternative.replaceAll(/\[[^\]]*\]|\{\d*,\d*\}/g, "").includes(",");

/** M2, M3: a comma separates names; next to any other character it is part of an expression. */
const commaInExpression = (pattern: string, listed: readonly string[]): Finding => ({
  code: "dead-matcher",
  level: "warning",
  message: `matcher "${pattern}" is an expression, so "${listed.join('", "')}" matches only names with a comma in them`,
  advice: `write "${pattern.replaceAll(/\s*,\s*/g, "|")}"; a comma separates names only in a list of plain names`,
});

const matches = (matcher: Matcher, value: string): boolean =>
  matcher.test(value) !== "does-not-match";

function couldMatch(matcher: Matcher, event: EventDefinition): boolean {
  // The tools of MCP servers are not known in advance. Checked first, because testing compiles the expression.
  if (event.openValues || (event.isAboutTool && /mcp|__/.test(matcher.pattern ?? ""))) return true;
  return knownNames(event).some((name) => matches(matcher, name));
}

/** A permission rule instead of a name; as an expression it matches no tool (M7). */
function checkRule(
  alternative: string,
  matcher: Matcher,
  event: EventDefinition,
): readonly Finding[] {
  const rule = permissionRule(alternative, event);
  if (!rule || matches(matcher, rule.tool)) return [];
  return [
    {
      code: "dead-matcher",
      level: "warning",
      message: `"${alternative}" is a permission rule, but a matcher tests only the ${event.matchesOn}`,
      advice: rule.advice,
    },
  ];
}

/** What to write instead of a permission rule; undefined if the text is none. */
function permissionRule(text: string, event: EventDefinition) {
  const tool = /^(\w+)\(.+\)$/s.exec(text)?.[1];
  if (tool === undefined || !knownNames(event).includes(tool)) return undefined;
  const advice = `write "matcher": "${tool}" and, on the hook, "if": ${JSON.stringify(text)}`;
  return { tool, rule: text, advice };
}

/** The advice for a matcher that contains permission rules; undefined if it contains none. */
export function adviceForRules(pattern: string, event: EventDefinition): string | undefined {
  const alternatives = splitAlternatives(pattern).map((alternative) => alternative.trim());
  const rules = alternatives.flatMap((alternative) => permissionRule(alternative, event) ?? []);
  const [only] = rules;
  if (only === undefined || alternatives.length === 1) return only?.advice;
  const names = alternatives.map((text) => permissionRule(text, event)?.tool ?? text);
  const conditions = rules.map(({ rule }) => `"if": ${JSON.stringify(rule)}`);
  return `write "matcher": "${[...new Set(names)].join("|")}" and, each on a hook of its own, ${conditions.join(" and ")}`;
}

/** A list of names that one character turned into an unanchored expression. */
function checkAccidentalExpression(
  alternatives: readonly string[],
  matcher: Matcher,
  event: EventDefinition,
): readonly Finding[] {
  const items = alternatives.map(readItem);
  if (!items.every((item) => item.isMcp || /^[\w-]+$/.test(item.name))) return [];
  const isListed = (value: string) =>
    items.some(({ name, open }) =>
      event.matchedValues(value).some((one) => (open ? one.startsWith(name) : one === name)),
    );
  // Values without it cannot match. Checked first, because testing compiles the expression.
  const text = requiredText(matcher.pattern ?? "");
  const unlistedMatches = (values: readonly string[]) =>
    values.filter((value) => value.includes(text) && matches(matcher, value) && !isListed(value));
  const current = unlistedMatches(event.knownValues);
  // Tools that only other hosts have are listed too, but are not reported on their own.
  if (current.length === 0) return [];
  const names = items.map((item) => item.name).join("|");
  // MCP patterns cannot be a list, and in some profiles a list is an expression anyway.
  const listable = !items.some((item) => item.isMcp) && names !== matcher.pattern;
  const exact = listable ? `"${names}" for exact names, or ` : "";
  return [
    {
      code: "list-turned-expression",
      level: "warning",
      message: `matcher "${matcher.pattern}" is an unanchored expression and also matches ${[...current, ...unlistedMatches(event.furtherValues)].join(", ")}`,
      advice: `write ${exact}"^(${alternatives.join("|")})$"`,
    },
  ];
}

/** One item of a list: its name, and whether anything may follow it. */
function readItem(text: string) {
  const name = text.trim().replace(/(\.?\*|\.\+)$/, "");
  return { name, open: name !== text.trim(), isMcp: name.startsWith("mcp__") };
}

/** The alternatives of an expression, or of the one group that is all of it. */
function splitAlternatives(pattern: string): readonly string[] {
  const inner = /^\((?:\?:)?([^()]*)\)$/.exec(pattern)?.[1] ?? pattern;
  const alternatives = [""];
  let depth = 0;
  for (const character of inner) {
    if (character === "(") depth++;
    if (character === ")") depth--;
    if (character === "|" && depth === 0) alternatives.push("");
    else alternatives.push(`${alternatives.pop()}${character}`);
  }
  return alternatives;
}
