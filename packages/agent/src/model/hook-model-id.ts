import type { Environment } from "../environment.ts";

/** H2: the model a hook asks: its own, else the host's small one; undefined: the main one. */
export const hookModelId = (
  named: string | undefined,
  env: Environment,
): { readonly model?: string } => {
  const model = named || env["ANTHROPIC_DEFAULT_HAIKU_MODEL"];
  return model ? { model } : {};
};
