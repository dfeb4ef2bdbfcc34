import type { Profile } from "@snaphook/protocol";
import type { Divergence, Outcome } from "../stages/outcome.ts";

/** An outcome of any event. */
type Compared = Pick<Outcome, "action" | "messages" | "decidedBy" | "divergence">;

/**
 * Q1: folds the same runs in another profile, and finds the questions that make the
 * difference: those whose answer alone changes the outcome of either profile. Costs
 * one more fold per dispatch; the questions are searched only if the outcomes differ.
 */
export function diverge(
  outcome: Compared,
  profile: Profile,
  other: Profile,
  foldAs: (profile: Profile) => Compared,
): Divergence | undefined {
  if (profile === other) return undefined;
  // Some texts name the profile; that alone is no difference.
  const renamed = { ...other, name: profile.name };
  const theirs = foldAs(renamed);
  const ours = parts(outcome);
  const would = parts(theirs);
  const names = [...new Set([...Object.keys(ours), ...Object.keys(would)])];
  const different = names.filter((name) => textOf(ours[name]) !== textOf(would[name]));
  if (different.length === 0) return undefined;
  const matters = (base: Profile, from: Profile, question: keyof Profile, before: string) =>
    textOf(parts(foldAs({ ...base, [question]: from[question] }))) !== before;
  const [here, there] = [textOf(ours), textOf(would)];
  const questions = (Object.keys(profile) as (keyof Profile)[]).filter(
    (question) =>
      question !== "name" &&
      profile[question] !== other[question] &&
      (matters(profile, other, question, here) || matters(renamed, profile, question, there)),
  );
  return {
    profile: other.name,
    questions,
    action: theirs.action,
    messages: theirs.messages,
    differs: Object.fromEntries(different.map((name) => [name, would[name]])),
  };
}

/** The parts of an outcome that a host or a person would notice. */
function parts(outcome: Compared): Readonly<Record<string, unknown>> {
  const comparable: Compared & { readonly rewrittenBy?: unknown } = outcome;
  const { decidedBy: _1, divergence: _2, rewrittenBy: _3, messages, ...noticed } = comparable;
  return { ...noticed, messages: messages.filter(({ audience }) => audience !== "log") };
}

const textOf = (value: unknown): string => JSON.stringify(value) ?? "";
