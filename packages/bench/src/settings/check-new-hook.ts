import { openAlone, type TrialOptions } from "../run/open-alone.ts";
import { SettingsChangeError, type WrittenHook } from "./change-hooks.ts";

/**
 * Reads a hook as the engine will read it. Throws a `SettingsChangeError` if it could never run, and returns what its
 * author should know.
 */
export async function checkNewHook(
  hook: WrittenHook,
  options: TrialOptions,
): Promise<readonly string[]> {
  const hooks = await openAlone(hook, options);
  try {
    const { hooks: read, diagnostics } = hooks.config.snapshot();
    const path = `hooks.${hook.event}[0]`;
    const findings = diagnostics.filter(({ place }) => place.path.startsWith(path));
    const found = read.find(({ origin }) => origin.scope === "settings-flag");
    const [error] = findings.filter(({ level }) => level === "error");
    if (error) throw new SettingsChangeError(`${error.message}; ${error.advice}`);
    if (found === undefined) throw new SettingsChangeError("this is not a valid hook");
    if (found.dormant) throw new SettingsChangeError(found.dormant.because);
    return findings.map(({ message, advice }) => `${message}; ${advice}`);
  } finally {
    await hooks.close();
  }
}
