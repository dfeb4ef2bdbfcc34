import type { ControlHandler } from "../control-context.ts";

export const getSessionCost: ControlHandler = async (_request, { opened }) => {
  const spending = (await opened()).control.spending();
  const total =
    spending.totalUsd === null
      ? `unknown (${spending.unknownBecause}); at least $${spending.knownUsd.toFixed(4)}`
      : `$${spending.totalUsd.toFixed(4)}`;
  const models = Object.entries(spending.models).map(
    ([model, { usage }]) =>
      `${model}: ${usage.input_tokens} input, ${usage.output_tokens} output tokens`,
  );
  return { text: [`Total cost: ${total}`, ...models].join("\n") };
};
