import type { HookAgent, HookModel } from "@snaphook/engine";

/** Models for prompt and agent hooks that give the answers of a test, in order. No real model is asked. */
export function scriptedModels(answers: readonly unknown[]): {
  readonly model: HookModel;
  readonly agent: HookAgent;
} {
  const left = [...answers];
  const next = async (): Promise<unknown> => {
    if (left.length > 0) return left.shift();
    throw new Error(
      answers.length === 0
        ? "the test gives no answer of the model; add answers to it"
        : `the test gives only ${answers.length} of the model's answers; add another`,
    );
  };
  return { model: { ask: next }, agent: { run: next } };
}
