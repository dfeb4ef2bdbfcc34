import {
  type AnyHandler,
  asksModel,
  canRunOn,
  type EventDefinition,
  type EventName,
  type Profile,
} from "@snaphook/protocol";
import type { Matcher } from "../match/matcher.ts";
import { parseRule, type Rule } from "../rules/rule.ts";
import type { RuleProblem } from "../rules/rule-problem.ts";
import type { Dormancy } from "../stages/snapshot.ts";
import { checkCondition } from "./check-condition.ts";
import type { Finding } from "./reporter.ts";

/** When a handler runs, beside its matcher. */
export interface Condition {
  /** The parsed `if` (M8). */
  readonly condition: Rule | undefined;
  /** What is wrong with the `if`, if anything. */
  readonly problem: Finding | undefined;
  readonly dormant: Dormancy | undefined;
}

/** Reads a handler's `if`, and whether the handler can ever run on this event in this profile. */
export function conditionOf(
  handler: AnyHandler,
  event: EventDefinition,
  profile: Profile,
  matcher: Matcher,
): Condition {
  const rule = handler.if === undefined ? undefined : parseRule(handler.if);
  if (rule && !rule.ok)
    return { condition: undefined, problem: broken(rule), dormant: brokenRule(handler) };
  const dormant = dormancy(handler, event, profile) ?? deadMatcher(matcher, event);
  const problem = rule && !dormant ? checkCondition(rule.rule, matcher, event, profile) : undefined;
  const never: Dormancy | undefined =
    problem?.level === "error" ? { reason: "invalid", because: problem.message } : undefined;
  return { condition: rule?.rule, problem, dormant: dormant ?? never };
}

const broken = ({ message, advice }: RuleProblem): Finding => ({
  code: "broken-rule",
  level: "error",
  message: `if: ${message}; this hook never runs`,
  advice,
});

/** M2, M4: a matcher that can match nothing. */
function deadMatcher(
  { kind, names, pattern }: Matcher,
  { matchesOn }: EventDefinition,
): Dormancy | undefined {
  if (matchesOn === undefined) return undefined;
  const because =
    kind === "invalid"
      ? `its matcher "${pattern}" is not a valid regular expression, so it matches no ${matchesOn}`
      : `its matcher "${pattern}" has no names, so it matches no ${matchesOn}`;
  const isDead = kind === "invalid" || (kind === "names" && names.length === 0);
  return isDead ? { reason: "invalid", because } : undefined;
}

const brokenRule = (handler: AnyHandler): Dormancy => ({
  reason: "invalid",
  because: `its if "${handler.if}" is not a valid permission rule, and a broken rule never matches`,
});

/** Why a valid hook can never run on this event in this profile. */
function dormancy(
  handler: AnyHandler,
  event: EventDefinition,
  profile: Profile,
): Dormancy | undefined {
  const never = (because: string): Dormancy => ({ reason: "not-on-this-event", because });
  if (profile.events !== "all" && !profile.events.some((name) => name === event.name))
    return {
      reason: "not-in-profile",
      because: `the profile ${profile.name} has no event ${event.name}`,
    };
  if (handler.if !== undefined && !event.isAboutTool)
    return never(`it has an if, but ${event.name} is not a tool event`);
  // H6: a function hook elsewhere is a mistake in code, so it runs and fails.
  if (asksModel(handler) && !canRunOn(handler, event))
    return never(`${handler.type} hooks do not run on ${event.name}`);
  if (profile.typesSkippedOn[event.name as EventName]?.some((type) => type === handler.type))
    return {
      reason: "not-in-profile",
      because: `the profile ${profile.name} skips ${handler.type} hooks on ${event.name}`,
    };
  return undefined;
}
