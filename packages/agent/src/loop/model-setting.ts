import type { Hooks, ScopeSettings } from "@snaphook/engine";

/**
 * `model` of the highest settings in force that name one: a policy's, else the nearest to this session. A
 * project may name a model, but not send the conversation elsewhere or answer in its place (T6).
 */
export function modelSetting(hooks: Hooks): string | undefined {
  const settings = hooks.config.settings();
  return [...settings.filter((one) => !isPolicy(one)), ...settings.filter(isPolicy)]
    .flatMap(({ origin, values: { model } }) =>
      typeof model === "string" && mayName(origin, model) ? [model] : [],
    )
    .at(-1);
}

const isPolicy = ({ origin }: ScopeSettings): boolean => origin.scope === "managed";

const mayName = ({ scope }: ScopeSettings["origin"], model: string): boolean =>
  !/^(?:script|openai):/.test(model) || (scope !== "project" && scope !== "local");
