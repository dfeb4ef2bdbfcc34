import { addSpending } from "./cost/add-spending.ts";
import { type CreateModelOptions, createModel } from "./create-model.ts";
import { type Model, ModelError } from "./model.ts";
import { ModelUsageError } from "./model-usage-error.ts";

export interface FallbackOptions extends Omit<CreateModelOptions, "emit"> {
  /** Answers when the main model does not. */
  readonly fallback: string | undefined;
  readonly emit: NonNullable<CreateModelOptions["emit"]> & ((notice: Notice) => void);
}

interface Notice {
  readonly type: "notice";
  readonly level: "warning";
  readonly text: string;
}

/** How often the main model is asked again when another one can answer. */
const retriesBeforeFallback = "3";

/** Makes the model, and one that takes over for the rest of the session when it does not answer. */
export async function createModelWithFallback(options: FallbackOptions): Promise<Model> {
  const { fallback, env, emit } = options;
  if (fallback === undefined) return createModel(options);
  const main = await createModel({
    ...options,
    env: { CLAUDE_CODE_MAX_RETRIES: retriesBeforeFallback, ...env },
  });
  const other = await createModel({ ...options, model: fallback });
  if (other.id === main.id)
    throw new ModelUsageError(`--fallback-model is ${main.id}, which is the main model too`);
  return withFallback(main, other, (text) => emit({ type: "notice", level: "warning", text }));
}

/** Asks the other model from the first failure on that another model may not have. */
function withFallback(main: Model, other: Model, warn: (text: string) => void): Model {
  let current = main;
  const { spending } = main;
  return {
    ...main,
    ...(spending && {
      spending: () => (other.spending ? addSpending(spending(), other.spending()) : spending()),
    }),
    async answer(request) {
      // Hooks name models of their own.
      if (request.model !== undefined) return main.answer(request);
      if (current === other) return other.answer(request);
      try {
        return await main.answer(request);
      } catch (error) {
        if (!isUnavailable(error)) throw error;
        current = other;
        warn(`${main.id} does not answer, so ${other.id} is used from here on: ${error.message}`);
        return other.answer(request);
      }
    },
  };
}

/** Overloaded, broken or not reachable; a request that is refused as it is would be refused again. */
const isUnavailable = (error: unknown): error is ModelError =>
  error instanceof ModelError &&
  (error.status === undefined || error.status === 429 || error.status >= 500);
