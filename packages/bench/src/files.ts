import type { Hooks } from "@snaphook/engine";
import { commandForHook, keysToTrust, type LoadedFile } from "@snaphook/engine/internal";

/** Every file that was looked for. T6: a file whose other settings are not trusted yet says so. */
export function filesOf(hooks: Hooks): LoadedFile[] {
  const held = new Map(hooks.config.untrustedSettings().map((one) => [one.file, keysToTrust(one)]));
  return hooks.config.snapshot().files.map((file) => {
    const keys = held.get(file.file);
    if (!keys) return file;
    const detail = `${keys.join(", ")} ignored until trusted: run ${commandForHook("trust --show", { scope: file.scope, root: hooks.cwd })}`;
    return { ...file, detail };
  });
}
