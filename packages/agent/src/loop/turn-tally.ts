import type { Usage } from "../model/usage.ts";
import { noUsage } from "../model/usage.ts";
import type { PermissionDenial } from "./agent-event.ts";

/** The totals of one input to the agent. */
export interface TurnTally {
  /** G11: 1 for the prompt, plus 1 for each call of `count`. */
  numTurns: number;
  /** How often the model was asked, for `--max-turns`; turns that continue an input count on. */
  requests: number;
  apiDurationMs: number;
  usage: Usage;
  readonly denials: PermissionDenial[];
  /** The driver's own ids of the messages that became part of this input. */
  readonly promptUuids: string[];
  /** Whether the model has begun to answer. */
  hasAnswer: boolean;
  /** The model that a command's file names, instead of the session's. */
  model?: string | undefined;
}

export const createTally = (): TurnTally => ({
  numTurns: 1,
  requests: 0,
  apiDurationMs: 0,
  usage: noUsage,
  denials: [],
  promptUuids: [],
  hasAnswer: false,
});
