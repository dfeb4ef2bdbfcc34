import type { ConfiguredHook } from "../stages/snapshot.ts";
import { type CommandWord, commandWords } from "./command-words.ts";
import { createScriptReader, type UnresolvedLoad } from "./script-reader.ts";
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

/**
 * What a hook loads or starts by a path that is known only when it runs, so that neither trust nor the protection
 * from the agent covers it.
 */
export async function unprotectedLoads(
  hook: ConfiguredHook,
  environment: TrustEnvironment,
): Promise<readonly UnresolvedLoad[]> {
  const subject = subjectOfHook(hook);
  const root = subject.root || environment.projectDirectory;
  return createScriptReader(environment).unresolvedOf({ ...subject, root });
}
