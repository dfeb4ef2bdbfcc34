import type { Diagnostic, Origin, Scope, ScopeSettings } from "../stages/snapshot.ts";
import { isObject } from "./is-object.ts";
import type { JsonDocument } from "./json-document.ts";

const key = "enabledPlugins";

/** Scopes that may switch plugins, the first that speaks of a plugin decides. */
const switching: readonly Scope[] = ["managed", "settings-flag", "user"];

/** The file that switches a plugin off, if one does; nobody speaks of it: it is on. */
export function switchedOffBy(
  plugin: string,
  settings: readonly ScopeSettings[],
): string | undefined {
  const speaking = switching
    .flatMap((scope) => settings.filter(({ origin }) => origin.scope === scope))
    .flatMap(({ file, values: { [key]: listed } }) =>
      Object.entries(isObject(listed) ? listed : {}).map(([name, on]) => ({ file, name, on })),
    )
    .find(({ name }) => name === plugin || name.startsWith(`${plugin}@`));
  return speaking?.on === false ? speaking.file : undefined;
}

/**
 * T4: a project cannot switch off a plugin that the user has: it may be a guard,
 * and settings are read before anybody trusts them. Says so where one tries.
 */
export function checkPluginSwitches(
  document: JsonDocument,
  { scope }: Origin,
): readonly Diagnostic[] {
  const listed = isObject(document.value) ? document.value[key] : undefined;
  if (!isObject(listed) || switching.includes(scope)) return [];
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
