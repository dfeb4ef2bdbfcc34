import type { ShellWord } from "./shell-word.ts";

/** What a command makes run besides itself. */
export type Runs =
  | { readonly kind: "nothing" }
  /** The words from `start` on; `words` are those words as that program gets them. */
  | { readonly kind: "command"; readonly start: number; readonly words: readonly ShellWord[] }
  /** A text that a shell reads; undefined if it is not known before. */
  | { readonly kind: "script"; readonly text: string | undefined }
  /** Something among its words, but not clear which. */
  | { readonly kind: "unclear" };

/**
 * What a rule that allows must say about a command that runs others.
 * - `nothing`: what it runs decides alone
 * - `spellOut`: match its text too, and spell it out up to the program it runs
 * - `exact`: be exactly its text, without a wildcard
 * - `impossible`: no rule but one for all commands allows it
 */
export type Demand = "nothing" | "spellOut" | "exact" | "impossible";

export interface Runner {
  readonly runs: Runs;
  readonly demand: Demand;
}
