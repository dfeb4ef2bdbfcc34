import type { EventName, ProfileName } from "@snaphook/protocol";
import { describe, expect, it } from "vitest";
import { messageRows, outcomeOf, type RunExample, verdictOf } from "./read-run.ts";

/** A question of section 12 of the contract: how to test it, and the expected answer of each profile that has one. */
export interface Question {
  readonly question: string;
  readonly ask: (profile: ProfileName) => unknown;
  readonly answers: Readonly<Partial<Record<ProfileName, unknown>>>;
}

/** One test for each question and profile; answers are literals, so that a swapped profile is noticed. */
export function testQuestions(questions: readonly Question[]): void {
  describe.each(questions)("section 12, $question", ({ ask, answers }) => {
    it.each(Object.entries(answers))("%s", async (profile, answer) => {
      expect(await ask(profile as ProfileName)).toEqual(answer);
    });
  });
}

/** The decision of one run and the kind of its failure. */
export const decisionOf = (name: EventName, profile: ProfileName, example: RunExample) => {
  const { opinion, failure } = verdictOf(name, profile, example);
  return [opinion.decision, failure?.kind ?? "no failure"];
};
/** The action of the outcome of one run, in words. */
export const actionOf = (name: EventName, profile: ProfileName, example: RunExample) => {
  const outcome = outcomeOf(name, profile, example);
  return "turn" in outcome ? `${outcome.action}, then ${outcome.turn}` : outcome.action;
};
/** The kinds of messages that an audience gets. */
export const kindsSeenBy = (
  audience: string,
  name: EventName,
  profile: ProfileName,
  example: RunExample,
) =>
  messageRows(outcomeOf(name, profile, example).messages)
    .filter(([who]) => who === audience)
    .map(([, kind]) => kind);
