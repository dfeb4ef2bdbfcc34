import type { Environment } from "./environment.ts";

export interface NumberVariable {
  readonly name: string;
  readonly default: number;
  /** Default: 0. */
  readonly min?: number;
  /** Greater values count as this one. */
  readonly max?: number;
}

/** A whole number that the user may set in a variable; one that is not a number, or is too small, is reported and ignored. */
export function numberVariable(
  env: Environment,
  { name, default: fallback, min = 0, max = Number.MAX_SAFE_INTEGER }: NumberVariable,
  warn: (text: string) => void = () => {},
): number {
  const text = env[name]?.trim() ?? "";
  if (text === "") return fallback;
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= min) return Math.min(value, max);
  warn(
    `${name}=${text} is ignored, because it is not a whole number, ${min} or greater; the limit is ${fallback}`,
  );
  return fallback;
}
