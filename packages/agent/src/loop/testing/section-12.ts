import type { ProfileName } from "@snaphook/protocol";
import { describe, expect, it } from "vitest";

/** A question of section 12 of the contract that a host answers: how to put it, and what each profile that knows it answers. */
export interface Question {
  readonly question: string;
  readonly ask: (profile: ProfileName) => Promise<unknown>;
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
