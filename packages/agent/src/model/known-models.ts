import type { Environment } from "../environment.ts";
import { modelAliases, modelId } from "./model-ids.ts";

/** A model that a user can choose. */
export interface ModelInfo {
  /** The name to choose it by. */
  readonly value: string;
  readonly resolvedModel: string;
  readonly displayName: string;
  readonly description: string;
}

/** The models with short names, and the one in use. */
export function knownModels(current: string, env: Environment): readonly ModelInfo[] {
  const named = modelAliases.map((name) => {
    const id = modelId(name, env);
    return { value: name, resolvedModel: id, displayName: titled(name), description: id };
  });
  const isNamed = named.some(({ resolvedModel }) => resolvedModel === current);
  return isNamed ? named : [{ ...unnamed(current) }, ...named];
}

const unnamed = (id: string): ModelInfo => ({
  value: id,
  resolvedModel: id,
  displayName: id,
  description: "the model of this session",
});

const titled = (name: string): string => `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
