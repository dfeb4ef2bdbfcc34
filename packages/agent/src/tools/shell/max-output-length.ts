import type { Environment } from "../../environment.ts";
import { numberVariable } from "../../number-variable.ts";

const variable = {
  name: "BASH_MAX_OUTPUT_LENGTH",
  default: 30_000,
  min: 1,
  max: 150_000,
} as const;

/** The longest output of a command that the model gets, in characters. */
export const maxOutputLength = (env: Environment, warn?: (text: string) => void): number =>
  numberVariable(env, variable, warn);
