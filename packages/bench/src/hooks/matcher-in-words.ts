import { boundedTest, checkMatcher, compileMatcher, type Matcher } from "@snaphook/engine/internal";
import { type EventName, events, profileNamed, profiles } from "@snaphook/protocol";

/** A matcher as the profile reads it. */
export const matcherOf = (pattern: string | undefined, profile: string): Matcher =>
  compileMatcher(pattern, {
    style: (profileNamed(profile) ?? profiles.reference).matcher,
    boundedTest,
  });

/** The values, such as names of tools, that a matcher selects. */
export function matchedBy(
  event: EventName,
  matcher: Matcher,
  values: readonly string[] = events[event].knownValues,
): readonly string[] {
  const { matchedValues, matchesOn } = events[event];
  if (matchesOn === undefined) return [];
  return values.filter((value) =>
    matchedValues(value).some((one) => matcher.test(one) !== "does-not-match"),
  );
}

/** M4: why a matcher, or a name in it, selects nothing that is known; `tools` are those of the session. */
export function matcherProblems(
  event: EventName,
  pattern: string | undefined,
  profile: string,
  tools: readonly string[] = [],
): readonly string[] {
  const matcher = matcherOf(pattern, profile);
  if (matcher.kind === "names" && matcher.names.every((name) => tools.includes(name))) return [];
  const view = profileNamed(profile) ?? profiles.reference;
  return checkMatcher(matcher, events[event], view).map(
    ({ message, advice }) => `${message}; ${advice}`,
  );
}

/** What a matcher selects, for a person: `these tools: Bash, Edit`. `values` are those that exist, such as the tools of a session. */
export function matcherInWords(
  event: EventName,
  matcher: Matcher,
  values?: readonly string[],
): string {
  const { matchesOn, isAboutTool } = events[event];
  const { kind, pattern = "", names } = matcher;
  if (matchesOn === undefined)
    return pattern === "" ? "always" : "always: this event has no matcher, so it is ignored";
  const all = isAboutTool ? "all tools" : `every ${matchesOn}`;
  const those = isAboutTool ? "tools" : `values of ${matchesOn}`;
  switch (kind) {
    case "everything":
      return all;
    case "names":
      return names.length === 0 ? `no ${those}` : `these ${those}: ${names.join(", ")}`;
    case "invalid":
      return `nothing: ${pattern} is not a valid regular expression`;
    case "expression": {
      const found = matchedBy(event, matcher, values);
      const known = found.length === 0 ? "none that is known" : shortList(found);
      return `${those} that match /${pattern}/: ${known}`;
    }
  }
}

const maxListed = 8;

function shortList(values: readonly string[]): string {
  const more = values.length - maxListed;
  const shown = values.slice(0, maxListed).join(", ");
  return more > 0 ? `${shown} and ${more} more` : shown;
}
