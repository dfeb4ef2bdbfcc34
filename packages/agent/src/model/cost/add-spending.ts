import { addUsage } from "../usage.ts";
import type { ModelSpending, Spending } from "./create-ledger.ts";

/** What two models have cost together. */
export function addSpending(a: Spending, b: Spending): Spending {
  const reasons = [a, b].flatMap(({ unknownBecause }) => unknownBecause ?? []);
  const models: Record<string, ModelSpending> = { ...a.models };
  for (const [id, spending] of Object.entries(b.models)) {
    const other = models[id];
    models[id] = other ? together(other, spending) : spending;
  }
  return {
    totalUsd: sum(a.totalUsd, b.totalUsd),
    knownUsd: a.knownUsd + b.knownUsd,
    ...(reasons.length > 0 && { unknownBecause: [...new Set(reasons)].join("; ") }),
    models,
  };
}

const together = (a: ModelSpending, b: ModelSpending): ModelSpending => ({
  ...a,
  usage: addUsage(a.usage, b.usage),
  webSearches: a.webSearches + b.webSearches,
  costUsd: sum(a.costUsd, b.costUsd),
});

const sum = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? null : a + b;
