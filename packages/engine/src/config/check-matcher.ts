import type { EventDefinition, EventName, Profile } from "@snaphook/protocol";
import { couldRunAway, type Matcher, splitNames } from "../match/matcher.ts";
import { adviceForRules, checkAlternatives } from "./check-alternatives.ts";
import { checkName } from "./check-name.ts";
import { codeFinding, looksLikeCode } from "./code-matcher.ts";
import type { Finding } from "./reporter.ts";

/** All findings about a matcher on its event (M4, M6, V7). */
export function checkMatcher(
  matcher: Matcher,
  event: EventDefinition,
  profile: Profile,
): readonly Finding[] {
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
  if (looksLikeCode(pattern)) return [codeFinding(matcher, event)];
  if (kind === "invalid")
    return [
      {
        code: "invalid-matcher",
        level: "error",
        message: `matcher "${pattern}" is not a valid regular expression and matches nothing`,
        advice: invalidAdvice(pattern, event),
      },
    ];
  const here = eventInProfile(event, profile);
  const findings = kind === "names" ? checkNames(matcher, here) : checkExpression(matcher, here);
  return profile.matcherValues[event.name as EventName] ? findings.map(asError) : findings;
}

/** Where the profile fixes the values, a matcher for another value is an error: no newer host can have it. */
const asError = (finding: Finding): Finding =>
  finding.code === "dead-matcher" ? { ...finding, level: "error" } : finding;

function invalidAdvice(pattern: string, event: EventDefinition): string {
  const forRule = adviceForRules(pattern, event);
  if (forRule !== undefined) return forRule;
  if (/^\*+$/.test(pattern)) return 'write "*" or omit the matcher to match everything';
  if (/^\*\w/.test(pattern))
    return `write ".${pattern}": in a regular expression, .* matches any text`;
  return "fix the expression, or list names such as Edit|Write";
}

function checkNames(matcher: Matcher, event: EventDefinition): readonly Finding[] {
  const pattern = matcher.pattern ?? "";
  const findings: Finding[] = [];
  if (splitNames(pattern).includes(""))
    findings.push({
      code: "empty-alternative",
      level: "warning",
      message: `matcher "${pattern}" has an empty name in its list, which matches nothing`,
      advice:
        matcher.names.length === 0
          ? 'list the names to match, or write "*" to match everything'
          : `write "${matcher.names.join("|")}"`,
    });
  for (const name of matcher.names) {
    const finding = checkName(name, event);
    if (finding) findings.push(finding);
  }
  return findings;
}

function checkExpression(matcher: Matcher, event: EventDefinition): readonly Finding[] {
  const pattern = matcher.pattern ?? "";
  const slow: readonly Finding[] = couldRunAway(pattern)
    ? [
        {
          code: "slow-matcher",
          level: "warning",
          message: `matcher "${pattern}" could take very long; after 50 ms it is stopped and treated as a match`,
          advice: "write a list of names, or an expression without a repeated group",
        },
      ]
    : [];
  return [...slow, ...unwatched(pattern, event), ...checkAlternatives(matcher, event)];
}

/** A host can only watch files that it knows by name. */
function unwatched(pattern: string, event: EventDefinition): readonly Finding[] {
  const expressions = event.filesOfMatcher?.(pattern).expressions ?? [];
  return expressions.map((part) => ({
    code: "matcher-watches-nothing",
    level: "warning",
    message: `"${part}" in the matcher is not the name of one file in the project, so no file is watched for it`,
    advice:
      'list names such as .env|package.json, or answer SessionStart with "watchPaths": ["PATH"]',
  }));
}

const eventsByProfile = new WeakMap<Profile, Map<string, EventDefinition>>();

/** An event with the values it has in a profile: only some, or tools with other names (V7, V11). */
function eventInProfile(event: EventDefinition, profile: Profile): EventDefinition {
  const knownValues = valuesIn(event, profile);
  if (knownValues === event.knownValues) return event;
  const byName = eventsByProfile.get(profile) ?? new Map<string, EventDefinition>();
  eventsByProfile.set(profile, byName);
  // One object for each: other caches use it as their key.
  const known = byName.get(event.name) ?? { ...event, knownValues };
  byName.set(event.name, known);
  return known;
}

function valuesIn(
  { name, knownValues, isAboutTool }: EventDefinition,
  { matcherValues, toolViews }: Profile,
): readonly string[] {
  const only = matcherValues[name as EventName];
  if (only) return only;
  if (!isAboutTool || Object.keys(toolViews).length === 0) return knownValues;
  return knownValues.map((value) => toolViews[value]?.name ?? value);
}
