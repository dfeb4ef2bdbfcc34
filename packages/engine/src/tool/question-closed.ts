import type { OutcomeOf } from "../stages/outcome.ts";
import type { HookRef } from "../stages/snapshot.ts";

/** What hooks did to a question that the user had not answered. */
export type HookAnswer = "allowed" | "denied" | "stopped" | "rewrote";

/** Why a question is taken back: PermissionRequest hooks answered first. The `reason` of the question's signal. */
export class QuestionClosed extends Error {
  override readonly name = "QuestionClosed";
  readonly answer: HookAnswer;
  readonly hooks: readonly HookRef[];
  /** The hooks' own words, if they gave any. */
  readonly reasons: readonly string[];

  constructor(answer: HookAnswer, outcome: OutcomeOf<"PermissionRequest">) {
    const { decidedBy, rewrittenBy = [] } = outcome;
    const hooks = answer === "rewrote" ? rewrittenBy : decidedBy;
    super(`${words[answer]} by ${namesOf(hooks)}`);
    this.answer = answer;
    this.hooks = hooks;
    this.reasons = "reasons" in outcome ? outcome.reasons : [];
  }
}

const words: Readonly<Record<HookAnswer, string>> = {
  allowed: "allowed",
  denied: "denied",
  stopped: "stopped",
  rewrote: "rewritten",
};

function namesOf(hooks: readonly HookRef[]): string {
  const labels = hooks.map(({ label }) => label).join(", ");
  return `${hooks.length > 1 ? "PermissionRequest hooks" : "PermissionRequest hook"} ${labels}`.trim();
}
