import type { Environment } from "../environment.ts";
import { smallModelVariable } from "./describe-hook-model.ts";
import { type Model, type ModelAnswer, ModelError, type ModelRequest } from "./model.ts";

/** Asks the model of a hook: the one it names, else a small one, else the main one (H2). */
export type AskHookModel = (
  named: string | undefined,
  request: ModelRequest,
) => Promise<ModelAnswer>;

export interface HookModelOptions {
  readonly model: Model;
  readonly env: Environment;
  /** Called once if the small model does not exist. */
  readonly warn: (text: string) => void;
}

/** H2: a small model that the server does not know is replaced by the main one, for the whole session. */
export function hookModelChoice({ model, env, warn }: HookModelOptions): AskHookModel {
  let small = env[smallModelVariable] || model.small;
  return async (named, request) => {
    const chosen = named || small;
    if (!chosen) return model.answer(request);
    try {
      return await model.answer({ ...request, model: chosen });
    } catch (error) {
      if (named || !isUnknownModel(error)) throw error;
      if (small !== undefined)
        warn(
          `The server does not know the small model ${chosen}, so prompt and agent hooks ask the main model ${model.id}. To choose another one, set ${smallModelVariable}, or "model" in the hook`,
        );
      small = undefined;
      return model.answer(request);
    }
  };
}

const isUnknownModel = (error: unknown): boolean =>
  error instanceof ModelError &&
  (error.status === 404 || (error.status === 400 && /\bmodel\b/i.test(error.message)));
