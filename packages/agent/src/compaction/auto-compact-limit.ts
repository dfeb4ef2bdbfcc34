import type { Environment } from "../environment.ts";

/** What is assumed of a model whose window is not known. */
const usualWindow = 200_000;
/** How much of the window a conversation fills before it is compacted: the rest is for the answer and its results. */
const fill = 0.8;

export interface AutoCompactSources {
  /** `--autocompact`, in tokens. */
  readonly flag: number | undefined;
  readonly env: Environment;
  /** `autoCompactEnabled` of the settings in force, lowest first. */
  readonly enabled: readonly unknown[];
  /** How many tokens a request to the model may have, if that is known. */
  readonly window: number | undefined;
}

/** From how many tokens on a conversation is compacted without being asked for; undefined: never. */
export function autoCompactLimit(sources: AutoCompactSources): number | undefined {
  const { flag, env, enabled, window = usualWindow } = sources;
  const off = env["DISABLE_AUTO_COMPACT"]?.trim() ?? "";
  const isOff = off !== "" && !/^(?:0|false|no|off)$/i.test(off);
  if (isOff || enabled.at(-1) === false) return undefined;
  return flag ?? Math.floor(window * fill);
}
