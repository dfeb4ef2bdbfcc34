import type { TrustPrompt } from "../../state/start-questions.ts";
import type { Choice } from "../parts/choices.ts";

export type TrustChoice = "continue" | "all" | "each" | "leave";

/** The answers to the whole review. The first one, which is selected, trusts nothing. */
export function trustChoices({
  items,
  preselected,
}: Pick<TrustPrompt, "items" | "preselected">): readonly Choice<TrustChoice>[] {
  const count = items.length;
  const goOn: Choice<TrustChoice> = {
    id: "continue",
    label: count === 1 ? "No, continue without it" : "No, continue without them",
  };
  const leave: Choice<TrustChoice> = { id: "leave", label: "No, leave" };
  const trust: readonly Choice<TrustChoice>[] = [
    { id: "all", label: count === 1 ? "Yes, trust it" : `Yes, trust all ${count}` },
    ...(count === 1 ? [] : [{ id: "each", label: "Decide one by one" } as const]),
  ];
  if (preselected === undefined) return [goOn, ...trust];
  return preselected === "leave" ? [leave, ...trust, goOn] : [goOn, ...trust, leave];
}
