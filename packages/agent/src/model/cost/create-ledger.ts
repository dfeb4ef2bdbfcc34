import type { Usage } from "../usage.ts";
import { addUsage, noUsage } from "../usage.ts";
import { type ModelPrices, pricesDate, searchPrice } from "./price-list.ts";

/** What one model was used for, and what that cost. */
export interface ModelSpending {
  readonly usage: Usage;
  readonly webSearches: number;
  /** In US dollars; `null` if it is not known. */
  readonly costUsd: number | null;
  /** How many tokens a request may have, if that is known. */
  readonly contextWindow?: number;
}

/** What all requests have cost so far, at list prices. */
export interface Spending {
  /** In US dollars; `null` if a part of it is not known. */
  readonly totalUsd: number | null;
  /** The part that is known. */
  readonly knownUsd: number;
  /** Why the total is not known. */
  readonly unknownBecause?: string;
  readonly models: Readonly<Record<string, ModelSpending>>;
}

/** Adds up what requests cost. */
export interface Ledger {
  /** A request that was answered; `usage` is undefined if the server did not report it. */
  add(model: string, usage: Usage | undefined, webSearches?: number): void;
  /** A request that may have cost something, although no answer arrived. */
  addBroken(model: string): void;
  spending(): Spending;
}

interface Entry {
  usage: Usage;
  webSearches: number;
  costUsd: number;
  readonly unknown: Set<string>;
}

/** A ledger for models with these prices. */
export function createLedger(pricesOf: (model: string) => ModelPrices | undefined): Ledger {
  const entries = new Map<string, Entry>();
  const entryOf = (model: string): Entry => {
    const entry = entries.get(model) ?? {
      usage: noUsage,
      webSearches: 0,
      costUsd: 0,
      unknown: new Set(),
    };
    entries.set(model, entry);
    return entry;
  };
  return {
    add(model, usage, webSearches = 0) {
      const entry = entryOf(model);
      entry.webSearches += webSearches;
      entry.usage = addUsage(entry.usage, usage ?? noUsage);
      const prices = pricesOf(model);
      if (prices === undefined)
        entry.unknown.add(`the prices of ${model} are not in the price list of ${pricesDate}`);
      else if (usage === undefined)
        entry.unknown.add("the server did not report how many tokens an answer used");
      else entry.costUsd += costOf(usage, prices) + webSearches * searchPrice;
    },
    addBroken(model) {
      entryOf(model).unknown.add(
        "a request ended before the server reported how many tokens it used",
      );
    },
    spending() {
      const all = [...entries];
      const reasons = new Set(all.flatMap(([, { unknown }]) => [...unknown]));
      const knownUsd = rounded(all.reduce((sum, [, { costUsd }]) => sum + costUsd, 0));
      return {
        totalUsd: reasons.size > 0 ? null : knownUsd,
        knownUsd,
        ...(reasons.size > 0 && { unknownBecause: [...reasons].join("; ") }),
        models: Object.fromEntries(
          all.map(([model, { usage, webSearches, costUsd, unknown }]) => {
            const { contextWindow } = pricesOf(model) ?? {};
            const known = unknown.size > 0 ? null : rounded(costUsd);
            return [
              model,
              { usage, webSearches, costUsd: known, ...(contextWindow && { contextWindow }) },
            ];
          }),
        ),
      };
    },
  };
}

function costOf(usage: Usage, { longPrompt, ...usual }: ModelPrices): number {
  const prompt =
    usage.input_tokens + usage.cache_creation_input_tokens + usage.cache_read_input_tokens;
  const prices = longPrompt && prompt > longPrompt.aboveTokens ? longPrompt : usual;
  const millionths =
    usage.input_tokens * prices.input +
    usage.output_tokens * prices.output +
    usage.cache_read_input_tokens * prices.cacheRead +
    usage.cache_creation_input_tokens * prices.cacheWrite;
  return millionths / 1_000_000;
}

/** Without the noise of floating-point sums; one token costs more than this. */
const rounded = (usd: number): number => Math.round(usd * 1e9) / 1e9;
