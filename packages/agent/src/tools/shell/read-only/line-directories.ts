import type { CommandLine } from "@snaphook/engine/rules";
import { pathFrom } from "../../../permissions/guard/shell-directories.ts";
import { anyName, fromEnvironment, listedNames, type ValueContext } from "./value-marks.ts";
import { valuesOf } from "./word-values.ts";

/** More directories than this are not followed. */
const maxDirectories = 32;

/**
 * The directories in which commands of a line may run, with what else the values of words depend on; undefined if the
 * line changes to a directory that is not known before it runs.
 */
export function directoriesIn(
  { commands, assigned }: CommandLine,
  { cwd, home }: { readonly cwd: string; readonly home: string },
): ValueContext | undefined {
  let context: ValueContext = { directories: [cwd], home, assigned };
  for (const { words } of commands) {
    if (!/^(?:cd|pushd)$/.test(words[0]?.value ?? "")) continue;
    const to = words.slice(1).find(({ value }) => !value.startsWith("-"));
    const values = to === undefined ? ["~"] : valuesOf(to, context);
    if (values === undefined || values.some(isUnknownPlace)) return undefined;
    const more = values
      .map((value) => value.replaceAll(fromEnvironment, ""))
      .flatMap((value) => context.directories.map((from) => pathFrom(from, value, home)));
    context = { ...context, directories: [...new Set([...context.directories, ...more])] };
    if (context.directories.length > maxDirectories) return undefined;
  }
  return context;
}

/** A directory of the user's choice is known well enough, but `..` after it could lead anywhere. */
const isUnknownPlace = (value: string): boolean =>
  value.includes(anyName) ||
  value.includes(listedNames) ||
  (value.includes(fromEnvironment) && value.includes(".."));
