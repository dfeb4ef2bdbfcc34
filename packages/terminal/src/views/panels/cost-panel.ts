import type { ReadPanel } from "../panel.ts";

/** `/cost`: what the requests of the session have cost, by model. */
export const readCostPanel: ReadPanel = async (session) => {
  const { totalUsd, knownUsd, unknownBecause, models } = session.spending();
  return {
    title: "Cost",
    head: [
      totalUsd === null ? `at least ${dollars(knownUsd)}` : `${dollars(totalUsd)} in this session`,
      ...(unknownBecause === undefined ? [] : [`a part is not known: ${unknownBecause}`]),
      "At list prices; requests of hooks and subagents are included.",
    ],
    items: Object.entries(models).map(([model, { usage, webSearches, costUsd }]) => ({
      id: model,
      label: model,
      note: `${costUsd === null ? "cost unknown" : dollars(costUsd)} · ${usage.input_tokens} in, ${usage.output_tokens} out`,
      details: async () => [
        model,
        `input tokens         ${usage.input_tokens}`,
        `output tokens        ${usage.output_tokens}`,
        `written to the cache ${usage.cache_creation_input_tokens}`,
        `read from the cache  ${usage.cache_read_input_tokens}`,
        `web searches         ${webSearches}`,
      ],
      actions: [],
    })),
    empty: "no model was asked yet",
    actions: [],
  };
};

const dollars = (amount: number): string => `$${amount.toFixed(amount < 1 ? 4 : 2)}`;
