import type { ReadPanel } from "../panel.ts";

/** `/model`: the models with short names; the choice goes to the session as `/model NAME`, so hooks can refuse it. */
export const readModelPanel: ReadPanel = async (session, actions) => {
  const { models, model, apiKeySource } = session.describe();
  return {
    title: "Model",
    head: [`in use: ${model}`, `credentials: ${apiKeySource}`],
    items: models.map(({ value, displayName, resolvedModel }) => ({
      id: value,
      label: displayName,
      note: resolvedModel,
      isCurrent: resolvedModel === model,
      choose: () => actions.submit(`/model ${value}`),
      actions: [],
    })),
    empty: "no model has a short name",
    actions: [
      {
        key: "o",
        label: "another model",
        asks: "Name of the model",
        async run(name) {
          actions.submit(`/model ${name}`);
          return `asked for ${name}`;
        },
      },
    ],
  };
};
