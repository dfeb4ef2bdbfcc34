import { commandForHook, type LoadedFile, namesToTrust } from "@snaphook/engine/internal";
import type { InspectedHooks } from "./hooks/inspected-hooks.ts";

/** Every file that was looked for. T6: a file whose other settings are not trusted yet says so. */
export function filesOf(hooks: InspectedHooks): LoadedFile[] {
  const held = new Map(
    hooks.config.untrustedSettings().map((one) => [one.file, namesToTrust(one)]),
  );
  const applied = new Set(hooks.config.settings().map(({ file }) => file));
  return hooks.config.snapshot().files.map((file) => {
    const keys = held.get(file.file);
    if (!keys) return file;
    const rules = applied.has(file.file) ? "deny and ask rules apply, but " : "";
    const detail = `${rules}${keys.join(", ")} ignored until trusted: run ${commandForHook("trust --show", { scope: file.scope, root: hooks.cwd })}`;
    return { ...file, detail };
  });
}
