import type { ControlHandler } from "../control-context.ts";

/** Before the session opens it is an option. Without a name the session returns to the model it began with. */
export const setModel: ControlHandler = async ({ model }, context) => {
  const name = model ?? "default";
  if (typeof name !== "string")
    throw new Error(`"model" is ${JSON.stringify(model)}, expected the name of a model`);
  if (context.isOpening()) await (await context.opened()).setModel(name);
  else if (name !== "default") context.setOptions({ requestedModel: name });
};
