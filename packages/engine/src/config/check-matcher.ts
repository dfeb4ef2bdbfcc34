import type { EventDefinition } from "@snaphook/protocol";
import { couldRunAway, type Matcher, splitNames } from "../match/matcher.ts";
import { nearestName } from "../nearest-name.ts";
import type { Finding } from "./reporter.ts";

/** Everything odd about a matcher on its event (M4, M6). */
export function checkMatcher(matcher: Matcher, event: EventDefinition): readonly Finding[] {
  const { pattern, kind } = matcher;
  if (pattern === undefined || kind === "everything") return [];
  if (event.matchesOn === undefined)
    return [
      {
        code: "matcher-ignored",
        level: "warning",
        message: `${event.name} takes no matcher; "${pattern}" is ignored and the hook always runs`,
        advice: "remove the matcher, or test the input in the hook",
      },
    ];
  if (kind === "invalid")
    return [
      {
        code: "invalid-matcher",
        level: "error",
        message: `matcher "${pattern}" is not a valid regular expression and matches nothing`,
        advice: invalidAdvice(pattern),
      },
    ];
  return kind === "names" ? checkNames(matcher, event) : checkExpression(matcher, event);
}

function invalidAdvice(pattern: string): string {
  if (/^\*/.test(pattern)) return 'write "*" or leave the matcher out to match everything';
  return "mend the expression, or write a list of names such as Edit|Write";
}

function checkNames(matcher: Matcher, event: EventDefinition): readonly Finding[] {
  const pattern = matcher.pattern ?? "";
  const findings: Finding[] = [];
  if (splitNames(pattern).includes(""))
    findings.push({
      code: "empty-alternative",
      level: "warning",
      message: `matcher "${pattern}" has an empty name in its list, which matches nothing`,
      advice: matcher.names.length === 0 ? "name a tool" : `write "${matcher.names.join("|")}"`,
    });
  for (const name of matcher.names) {
    const finding = checkName(name, event);
    if (finding) findings.push(finding);
  }
  return findings;
}

/** M4: a name that no known tool or value has. */
function checkName(name: string, event: EventDefinition): Finding | undefined {
  if (event.knownValues.some((value) => event.matchedValues(value).includes(name)))
    return undefined;
  if (/^mcp__.+__.+/.test(name)) return undefined;
  if (/^mcp__/.test(name))
    return {
      code: "dead-matcher",
      level: "warning",
      message: `"${name}" is an exact name and no MCP tool is called that`,
      advice: `write "${name}__.*" for all tools of the server`,
    };
  const nearest = nearestName(name, event.knownValues);
  if (nearest === undefined && event.openValues) return undefined;
  return {
    code: "dead-matcher",
    level: "warning",
    message: `"${name}" is not a known ${event.matchesOn}; names are exact and case-sensitive`,
    advice: nearest
      ? `did you mean "${nearest}"?`
      : `known: ${event.knownValues.join(", ")}; a name of a newer host is fine`,
  };
}

function checkExpression(matcher: Matcher, event: EventDefinition): readonly Finding[] {
  const pattern = matcher.pattern ?? "";
  const findings: Finding[] = [];
  const hit = event.knownValues.filter((value) => matcher.test(value) !== "does-not-match");
  if (couldRunAway(pattern))
    findings.push({
      code: "slow-matcher",
      level: "warning",
      message: `matcher "${pattern}" could take very long; it is given 50 ms, then counts as matching`,
      advice: "write a list of names, or an expression without a repeated group",
    });
  const rule = /^(\w+)\((.*)\)$/.exec(pattern);
  if (rule && hit.length === 0)
    findings.push({
      code: "dead-matcher",
      level: "warning",
      message: `matcher "${pattern}" is a permission rule, and a matcher sees only the ${event.matchesOn}`,
      advice: `write "matcher": "${rule[1]}" and, on the hook, "if": "${pattern}"`,
    });
  else if (hit.length === 0 && !event.openValues && !pattern.includes("mcp"))
    findings.push({
      code: "dead-matcher",
      level: "warning",
      message: `matcher "${pattern}" is an expression that matches no known ${event.matchesOn}`,
      advice: `known: ${event.knownValues.join(", ")}`,
    });
  findings.push(...checkAccidentalExpression(pattern, hit));
  return findings;
}

/** A list of names that one other character turned into an unanchored expression. */
function checkAccidentalExpression(pattern: string, hit: readonly string[]): readonly Finding[] {
  const items = pattern.split("|");
  const meant = items.map((item) => item.replace(/(\.?\*|\.\+)$/, "").trim());
  const isList = meant.every((item) => /^[\w-]+$/.test(item)) && !/^(mcp__)/.test(pattern);
  if (!isList || pattern === ".*") return [];
  const also = hit.filter((value) => !meant.some((name) => value.startsWith(name)));
  if (also.length === 0) return [];
  return [
    {
      code: "list-turned-expression",
      level: "warning",
      message: `matcher "${pattern}" is an unanchored expression and also matches ${also.join(", ")}`,
      advice: `write "${meant.join("|")}" for exact names, or "^(${items.join("|")})$"`,
    },
  ];
}
