import type { ConfiguredHook } from "../stages/snapshot.ts";
import { type CommandWord, commandWords } from "./command-words.ts";
import { knownVariables, type TrustEnvironment } from "./trust-subject.ts";
import { subjectOfHook } from "./trust-subjects.ts";

/**
 * The words of a hook's command, with the variables replaced that are known before a run. For code that examines
 * commands without running them: trust and `lint` read them in the same way. Never throws.
 */
export async function hookWords(
  hook: ConfiguredHook,
  environment: TrustEnvironment,
): Promise<readonly CommandWord[]> {
  return commandWords(hook.handler, knownVariables(subjectOfHook(hook), environment));
}
