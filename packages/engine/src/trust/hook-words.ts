import type { ConfiguredHook } from "../stages/snapshot.ts";
import { type CommandWord, commandWords } from "./command-words.ts";
import { knownVariables } from "./trust-subject.ts";
import { subjectOfHook } from "./trust-subjects.ts";

/**
 * The words of a hook's command, with the variables replaced that are known before a run. For code that examines
 * commands without running them: trust and `lint` read them in the same way. Never throws.
 */
export async function hookWords(
  hook: ConfiguredHook,
  { projectDirectory, home }: { readonly projectDirectory: string; readonly home: string },
): Promise<readonly CommandWord[]> {
  const known = knownVariables(subjectOfHook(hook), { projectDirectory });
  return commandWords(hook.handler, new Map([["HOME", home], ...known]));
}
