import type { ShellWord } from "./shell-word.ts";

/** What a command runs besides itself. */
export type NestedRun =
  | { readonly kind: "nothing" }
  /** The words from `start` on; `words` are those words as that program gets them. */
  | { readonly kind: "command"; readonly start: number; readonly words: readonly ShellWord[] }
  /** A text that a shell reads; undefined if it is not known before the run. */
  | { readonly kind: "script"; readonly text: string | undefined }
  /** Some of its words, but it is unclear which. */
  | { readonly kind: "unclear" };

/**
 * What an allow rule must say about a command that runs others.
 * - `nothing`: only the inner command matters
 * - `spellOut`: it must also match and spell out the outer command, up to the inner program
 * - `exact`: it must be exactly the text, without a wildcard
 * - `impossible`: only a rule for all commands allows it
 */
export type AllowRequirement = "nothing" | "spellOut" | "exact" | "impossible";

export interface InspectedCommand {
  readonly runs: NestedRun;
  readonly allowRequires: AllowRequirement;
  /** A rule for all commands of this program is enough, whatever else is required. */
  readonly allowedAsAnyOf?: string;
}
