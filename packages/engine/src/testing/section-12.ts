import type { EventName, ProfileName } from "@snaphook/protocol";
import { describe, expect, it } from "vitest";
import { outcomeOf, type RunSaid, told, verdictOf } from "./read-run.ts";

/** A question of section 12 of the contract: how to put it, and what each profile that knows it answers. */
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
export const decisionOf = (name: EventName, profile: ProfileName, said: RunSaid) => {
  const { opinion, failure } = verdictOf(name, profile, said);
  return [opinion.decision, failure?.kind ?? "no failure"];
};
/** What one run comes to, in words. */
export const actionOf = (name: EventName, profile: ProfileName, said: RunSaid) => {
  const outcome = outcomeOf(name, profile, said);
  return "turn" in outcome ? `${outcome.action}, then ${outcome.turn}` : outcome.action;
};
/** What kinds of texts somebody gets. */
export const toldTo = (audience: string, name: EventName, profile: ProfileName, said: RunSaid) =>
  told(outcomeOf(name, profile, said).messages)
    .filter(([who]) => who === audience)
    .map(([, kind]) => kind);
