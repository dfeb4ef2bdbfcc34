import type { Outcome } from "@snaphook/engine";
import { type StopStep, stopStep } from "./step.ts";

/** How hooks answered a permission question; `ask`: they left it to the user. */
export type PermissionStep = { readonly do: "allow" | "deny" | "ask" } | StopStep;

export function permissionEffect(
  outcome: Extract<Outcome, { readonly kind: "permission" }>,
): PermissionStep {
  switch (outcome.action) {
    case "allow":
    case "deny":
    case "ask":
      return { do: outcome.action };
    case "stop":
      return stopStep(outcome);
  }
}
