import type { EventName, Profile } from "@snaphook/protocol";
import type { Divergence, OutcomeOf } from "../stages/outcome.ts";

/**
 * Q1: folds the same runs as another profile would, and says which questions
 * make the difference. Costs one more fold per dispatch; the questions are
 * looked for only when the two differ.
 */
export function diverge<Name extends EventName>(
  outcome: OutcomeOf<Name>,
  profile: Profile,
  other: Profile,
  foldAs: (profile: Profile) => OutcomeOf<Name>,
): Divergence | undefined {
  if (profile === other) return undefined;
  const theirs = foldAs(other);
  const ours = essence(outcome);
  if (ours === essence(theirs)) return undefined;
  const questions = (Object.keys(profile) as (keyof Profile)[]).filter(
    (question) =>
      question !== "name" &&
      profile[question] !== other[question] &&
      essence(foldAs({ ...profile, [question]: other[question] })) !== ours,
  );
  return {
    profile: other.name,
    questions,
    action: theirs.action,
    messages: theirs.messages,
  };
}

/** What of an outcome a host or a person would notice. */
const essence = (outcome: OutcomeOf<EventName>): string => {
  const { decidedBy: _decidedBy, divergence: _divergence, ...noticed } = outcome;
  return JSON.stringify(noticed);
};
