/** What is wrong with a rule, and what to write instead. */
export interface RuleProblem {
  readonly message: string;
  readonly advice: string;
}
