/** US dollars per million tokens. */
interface TokenPrices {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  /** For a cache entry that lasts five minutes, which is the only kind that the agent asks for. */
  readonly cacheWrite: number;
}

export interface ModelPrices extends TokenPrices {
  /** Other prices for a request whose prompt is longer than this. */
  readonly longPrompt?: TokenPrices & { readonly aboveTokens: number };
  /** How many tokens a request may have, where that is published and does not depend on an option. */
  readonly contextWindow?: number;
}

/** The day on which the lists below were last compared with the published prices. */
export const pricesDate = "2026-10-10";

/** US dollars per search of the web by the service. */
export const searchPrice = 10 / 1000;

type PriceList = Readonly<Record<string, ModelPrices>>;

const prices = (
  input: number,
  output: number,
  cacheRead = input / 10,
  cacheWrite = input * 1.25,
): TokenPrices => ({ input, output, cacheRead, cacheWrite });

/** List prices of Anthropic's models, by their ids without a date. */
export const anthropicPrices: PriceList = {
  "claude-fable-5-1": { ...prices(10, 50, 0.25), contextWindow: 1_000_000 },
  "claude-fable-5": prices(10, 50),
  "claude-opus-5-5": { ...prices(4, 20, 0.2), contextWindow: 1_000_000 },
  "claude-opus-5": { ...prices(5, 25), contextWindow: 1_000_000 },
  "claude-opus-4-8": prices(5, 25),
  "claude-opus-4-7": prices(5, 25),
  "claude-opus-4-6": prices(5, 25),
  "claude-opus-4-5": { ...prices(5, 25), contextWindow: 200_000 },
  "claude-opus-4-1": { ...prices(15, 75), contextWindow: 200_000 },
  "claude-opus-4-0": { ...prices(15, 75), contextWindow: 200_000 },
  "claude-opus-4": { ...prices(15, 75), contextWindow: 200_000 },
  "claude-sonnet-5-5": prices(2, 10),
  "claude-sonnet-5": prices(2, 10),
  "claude-sonnet-4-6": prices(3, 15),
  "claude-sonnet-4-5": prices(3, 15),
  "claude-sonnet-4-0": { ...prices(3, 15), contextWindow: 200_000 },
  "claude-sonnet-4": { ...prices(3, 15), contextWindow: 200_000 },
  "claude-haiku-5-5": {
    ...prices(0.1, 0.5),
    longPrompt: { ...prices(0.5, 2.5), aboveTokens: 100_000 },
  },
  "claude-haiku-4-5": { ...prices(1, 5), contextWindow: 200_000 },
  "claude-3-5-haiku": { ...prices(0.8, 4), contextWindow: 200_000 },
};

/** List prices of OpenAI's models. Writing to the cache costs nothing extra. */
export const openaiPrices: PriceList = {
  "gpt-5": prices(1.25, 10, 0.125, 1.25),
};

/** The prices of a model; undefined if its id, with or without the date at its end, is not in the list. */
export function pricesIn(list: PriceList, id: string): ModelPrices | undefined {
  const name = id.replace(/[-@]20\d{6}$/, "").replace(/-latest$/, "");
  return Object.hasOwn(list, name) ? list[name] : undefined;
}
