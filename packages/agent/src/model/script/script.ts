import type { Purpose } from "../model.ts";
import type { Usage } from "../usage.ts";

/** A text or a tool call. */
export type ScriptBlock =
  | string
  | { readonly tool: string; readonly input: unknown; readonly id?: string };

/** One answer, or one failure. */
export interface ScriptTurn {
  readonly blocks: readonly ScriptBlock[];
  readonly delayMs?: number;
  /** Answers when this file exists; a relative path starts at the script's folder. */
  readonly waitFor?: string;
  /** Texts arrive word by word, with this time between two words. */
  readonly pieceMs?: number;
  readonly error?: { readonly status: number; readonly message: string };
  readonly usage?: Partial<Usage>;
  /** Why the answer ends, as the Messages API says it: `max_tokens`, `refusal`. */
  readonly stopReason?: string;
}

/** The answers of a scripted model, a list for each purpose. */
export interface Script {
  readonly lists: Readonly<Partial<Record<Purpose, readonly ScriptTurn[]>>>;
  /** Lists for single subagents, by type, or by the name of a teammate; others take the list of their purpose. */
  readonly agents: Readonly<Record<string, readonly ScriptTurn[]>>;
  /** The answer when a list is used up. */
  readonly after: string | undefined;
}

/** Whether a turn leaves an answer in the conversation: failures, refusals and empty answers leave none. */
export const isKept = ({ error, blocks, stopReason }: ScriptTurn): boolean =>
  error === undefined && stopReason !== "refusal" && blocks.some((block) => block !== "");
