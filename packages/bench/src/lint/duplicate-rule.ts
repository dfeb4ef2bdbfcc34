import type { ConfiguredHook } from "@snaphook/engine";
import { hookIdentity, keptDuplicate } from "@snaphook/engine/internal";
import { events } from "@snaphook/protocol";
import { type LintRule, type LintSubject, warningAt } from "./lint-subject.ts";

/** P4: the same handler in two scopes runs once, so changing the options of the other one has no effect. */
export const duplicateAcrossScopes: LintRule = (subject) => {
  const byIdentity = Map.groupBy(
    subject.hooks.map(({ hook }) => hook),
    (hook) => `${hook.event}\n${hookIdentity(hook, subject)}`,
  );
  return [...byIdentity.values()].flatMap((same) => {
    const kept = keptDuplicate(same);
    return same
      .filter((hook) => hook !== kept && isElsewhere(hook, kept) && canMeet(hook, kept))
      .map((hook) => warningAt(hook, finding(kept, subject)));
  });
};

const finding = (kept: ConfiguredHook, { profile }: LintSubject) => {
  const { file, line } = kept.source;
  const which = `the same hook as in ${kept.origin.scope} settings (${file}:${line})`;
  return {
    code: "duplicate-across-scopes",
    message: profile.mergesDuplicates
      ? `${which}; when both match, only that one runs`
      : `${which}; when both match, both run`,
    advice: "remove one of them",
  };
};

const isElsewhere = (left: ConfiguredHook, right: ConfiguredHook): boolean =>
  left.origin.scope !== right.origin.scope || left.origin.owner !== right.origin.owner;

/** Whether a single event can match both. */
function canMeet({ event, matcher: left }: ConfiguredHook, { matcher: right }: ConfiguredHook) {
  if (left.kind === "everything" || right.kind === "everything") return true;
  if (left.pattern === right.pattern) return true;
  const { knownValues, furtherValues, matchedValues, matchesOn } = events[event];
  if (matchesOn === undefined) return true;
  const values = [...left.names, ...right.names, ...knownValues, ...furtherValues];
  return values.some((value) =>
    [left, right].every((matcher) =>
      matchedValues(value).some((name) => matcher.test(name) !== "does-not-match"),
    ),
  );
}
