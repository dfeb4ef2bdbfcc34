import type { CommonOutput } from "@snaphook/protocol";
import type { Failure } from "../stages/verdict.ts";

/** What a run said, before its event and the profile say what that means. */
export type Reading =
  /** A JSON answer; with `blockText` the exit code blocks beside it. */
  | { readonly said: "answer"; readonly output: CommonOutput; readonly blockText?: string }
  | { readonly said: "text"; readonly text: string; readonly warning?: string }
  /** A block in words: exit 2, or a model's no. */
  | {
      readonly said: "block";
      readonly text: string;
      /** The turn is to end as well. */
      readonly endsTurn?: boolean;
    }
  | { readonly said: "nothing" }
  | {
      readonly said: "failure";
      readonly failure: Failure;
      /** H8: counts as exit 2 when the hook says so. */
      readonly canRefuse: boolean;
    };

export const failure = (kind: Failure["kind"], detail: string, canRefuse = true): Reading => ({
  said: "failure",
  failure: { kind, detail },
  canRefuse,
});
