import type { CommandLine } from "@snaphook/engine/rules";

export type Word = CommandLine["commands"][number]["words"][number];

/** What a command does with a file that it names. */
export type Use = "read" | "write" | "unknown";

/** How a program uses the files among its arguments. */
export interface FileUse {
  /** The arguments that may name files, with what is done to them. */
  readonly named: readonly { readonly word: Word; readonly use: Use }[];
  /** It also uses what is below a folder. */
  readonly walks: boolean;
  /** What it does below the current directory without naming anything there. */
  readonly here?: Use | undefined;
  /** It is known what it does with its arguments, so one that cannot be read matters. */
  readonly isKnown: boolean;
  /** What it does with an argument that cannot be read. Default: the same as with the others. */
  readonly unclearAs?: Use;
  /** It shows the content of files that the repository tracks; these arguments may limit it to some paths. */
  readonly showsTracked?: readonly Word[] | undefined;
  /** It gets names of files to read from elsewhere, such as from another file. */
  readonly readsUnnamed?: boolean;
}

export const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

export type Has = (option: RegExp) => boolean;
