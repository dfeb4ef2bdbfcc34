import type { Diagnostic, Origin, Scope, ScopeSettings } from "../stages/snapshot.ts";
import { isObject } from "./is-object.ts";
import type { JsonDocument } from "./json-document.ts";

const key = "enabledPlugins";

/** Scopes that can enable or disable plugins; the first that mentions a plugin decides. */
const switchingScopes: readonly Scope[] = ["managed", "settings-flag", "user"];

/** The file that disables a plugin; undefined if it is enabled, which is the default. */
export function disabledBy(plugin: string, settings: readonly ScopeSettings[]): string | undefined {
  const deciding = switchingScopes
    .flatMap((scope) => settings.filter(({ origin }) => origin.scope === scope))
    .flatMap(({ file, values: { [key]: listed } }) =>
      Object.entries(isObject(listed) ? listed : {}).map(([name, on]) => ({ file, name, on })),
    )
    .find(({ name }) => name === plugin || name.startsWith(`${plugin}@`));
  return deciding?.on === false ? deciding.file : undefined;
}

/**
 * T4: a project cannot disable a plugin of the user: it may be a guard, and
 * settings are read before they are trusted. Reports projects that try.
 */
export function checkPluginSwitches(
  document: JsonDocument,
  { scope }: Origin,
): readonly Diagnostic[] {
  const listed = isObject(document.value) ? document.value[key] : undefined;
  if (!isObject(listed) || switchingScopes.includes(scope)) return [];
  return Object.entries(listed)
    .filter(([, on]) => on === false)
    .map(([name]) => ({
      code: "plugin-switch-not-here",
      level: "warning",
      place: document.place([key, name]),
      message: "this is ignored: only user or managed settings can disable a plugin",
      advice: "move it to your user settings",
    }));
}
