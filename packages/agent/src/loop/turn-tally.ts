import type { Usage } from "../model/model.ts";
import { noUsage } from "../model/no-usage.ts";
import type { PermissionDenial } from "./agent-event.ts";

/** The totals of one input to the agent. */
export interface TurnTally {
  /** G11: 1 for the prompt, plus 1 for each call of `count`. */
  numTurns: number;
  apiDurationMs: number;
  usage: Usage;
  readonly denials: PermissionDenial[];
  /** The model that a command's file names, instead of the session's. */
  model?: string | undefined;
}

export const createTally = (): TurnTally => ({
  numTurns: 1,
  apiDurationMs: 0,
  usage: noUsage,
  denials: [],
});

export const addUsage = (a: Usage, b: Usage): Usage => ({
  input_tokens: a.input_tokens + b.input_tokens,
  output_tokens: a.output_tokens + b.output_tokens,
  cache_creation_input_tokens: a.cache_creation_input_tokens + b.cache_creation_input_tokens,
  cache_read_input_tokens: a.cache_read_input_tokens + b.cache_read_input_tokens,
});
