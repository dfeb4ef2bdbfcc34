import { questionInWords } from "@snaphook/protocol";
import type { Outcome } from "../stages/outcome.ts";

/** Parts of an outcome that a word can name; the first that is different is named. */
const parts = [
  ["action", ""],
  ["permission", "permission "],
  ["turn", "turn "],
] as const;

/** Q1: what the outcome would be under the other profile, and the questions that make the difference. */
export function differenceInWords(
  outcome: Pick<Outcome, "action" | "divergence">,
): string | undefined {
  const { divergence } = outcome;
  if (!divergence) return undefined;
  const { profile, questions, differs } = divergence;
  const ours: Readonly<Record<string, unknown>> = { ...outcome };
  const [part, label] = parts.find(([name]) => typeof differs[name] === "string") ?? [];
  const would =
    part === undefined
      ? "the texts"
      : `${label}${String(differs[part])}${typeof ours[part] === "string" ? `, not ${ours[part]}` : ""}`;
  return `${profile} differs: ${would} (${questions.map(questionInWords).join(", ")})`;
}
