import type { DiffLine } from "../diff/diff-lines.ts";
import type { HookCount } from "./hook-count.ts";

/** A part of the conversation that is complete: it is printed once, and stays in the terminal's own history. */
export type Entry = { readonly id: number } & EntryContent;

/** An entry keeps only what is shown of it, so that a long session stays small; the details view has more. */
export type EntryContent =
  | Banner
  | { readonly kind: "prompt"; readonly text: string }
  /** Some blocks of an answer, in Markdown. */
  | { readonly kind: "answer"; readonly markdown: string }
  | { readonly kind: "thinking"; readonly text: ShortText }
  | ToolEntry
  /** What a command printed that the user typed. */
  | { readonly kind: "output"; readonly isError: boolean; readonly text: ShortText }
  /** What hooks did that does not belong to a call. */
  | ({ readonly kind: "hook"; readonly isReason?: boolean } & Note)
  | ({ readonly kind: "notice" } & Note);

/** The first lines of the session. */
interface Banner {
  readonly kind: "banner";
  readonly version: string;
  readonly cwd: string;
  readonly model: string;
  readonly profile: string;
  /** Undefined if that is not known. */
  readonly hooks: HookCount | undefined;
}

/** A call that has ended; `toolEntry` makes it. */
export interface ToolEntry {
  readonly kind: "tool";
  readonly name: string;
  /** What it is about: a command, a path, a pattern. */
  readonly subject: string;
  readonly ran: boolean;
  readonly isError: boolean;
  readonly result: ShortText;
  readonly diff?: readonly DiffLine[];
  /** How many lines of the difference are not shown. */
  readonly moreDiff?: number;
  /** What hooks decided, changed or reported about it, and why it did not run. */
  readonly notes: readonly Note[];
  readonly durationMs?: number;
}

/** The first lines of a text. */
export interface ShortText {
  readonly lines: readonly string[];
  /** How many more lines it has. */
  readonly more: number;
  /** It says something about a result, instead of the result. */
  readonly isOurs?: true;
}

/** A line for the user. */
export interface Note {
  readonly level: "info" | "warning" | "error";
  readonly text: string;
  /** It says that a call was allowed: not shown if it did not run all the same. */
  readonly isGrant?: true;
  /** It says why a call did not run. */
  readonly saysWhy?: true;
}
