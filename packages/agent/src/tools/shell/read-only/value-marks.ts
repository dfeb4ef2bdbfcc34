import type { CommandLine } from "@snaphook/engine/rules";

/** In a value: any text within one name, as a wildcard or a number. */
export const anyName = "\uE000";
/** In a value: the text of a variable that the line does not set, so the user's environment has chosen it. */
export const fromEnvironment = "\uE001";
/** In a value: names that a command such as `ls` prints. */
export const listedNames = "\uE002";

/** What the values of words depend on. */
export interface ValueContext {
  /** The directories in which a command of the line may run. */
  readonly directories: readonly string[];
  readonly home: string;
  readonly assigned: CommandLine["assigned"];
}
