import type { Usage } from "../model/model.ts";
import { noUsage } from "../model/no-usage.ts";
import type { PermissionDenial } from "./agent-event.ts";

/** What one input to the agent adds up to. */
export interface TurnTally {
  /** G11: 1 for the prompt, and one for each thing that `count` was called for. */
  numTurns: number;
  apiDurationMs: number;
  usage: Usage;
  readonly denials: PermissionDenial[];
  /** Another model than the session's, as a command's file may name one. */
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
