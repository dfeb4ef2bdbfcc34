import type { ControlHandler } from "../control-context.ts";

export const listModels: ControlHandler = async (_request, { opened }) => ({
  models: (await opened()).control.describe().models,
});
