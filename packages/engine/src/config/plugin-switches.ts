import { isObject } from "../is-object.ts";
import type { Diagnostic, Origin, Scope, ScopeSettings, SourcePlace } from "../stages/snapshot.ts";
import type { JsonDocument, JsonPath } from "./json-document.ts";
import { partsOf } from "./plugin-id.ts";

const key = "enabledPlugins";

/** Scopes that can enable or disable plugins; the first that mentions a plugin decides. */
const switchingScopes: readonly Scope[] = ["managed", "settings-flag", "user"];

/** Scopes that can only enable an installed plugin, and only after a review of its hooks (T4). */
const enablingScopes: readonly Scope[] = ["local", "project"];

/** Whether a plugin is used, and whether its hooks need trust (T1). */
export type PluginSwitch =
  | { readonly on: true; readonly needsTrust: boolean }
  /** `notEnabled`: no settings mention it. */
  | { readonly on: false; readonly because: string; readonly notEnabled?: string };

/** One line of `enabledPlugins`. */
interface Mention {
  readonly file: string;
  readonly id: string;
  readonly on: unknown;
}

const mentionsIn = (settings: readonly ScopeSettings[], scopes: readonly Scope[]) =>
  scopes
    .flatMap((scope) => settings.filter(({ origin }) => origin.scope === scope))
    .flatMap(({ file, values: { [key]: listed } }): readonly Mention[] =>
      Object.entries(isObject(listed) ? listed : {}).map(([id, on]) => ({ file, id, on })),
    );

/**
 * What settings say about a plugin. One that the caller named is used unless it is disabled. One that the user
 * installed is used only if it is enabled; the user's own settings then stand for the user's trust, unless its
 * files are part of the project.
 */
export function pluginSwitch(
  { owner = "", installed }: Origin,
  settings: readonly ScopeSettings[],
): PluginSwitch {
  const isMeant = ({ id }: Mention): boolean =>
    installed ? id === installed.id : id === owner || id.startsWith(`${owner}@`);
  const deciding = mentionsIn(settings, switchingScopes).find(isMeant);
  if (deciding?.on === false)
    return { on: false, because: `the plugin is disabled in ${deciding.file}` };
  if (!installed) return { on: true, needsTrust: true };
  if (deciding?.on === true) return { on: true, needsTrust: installed.inProject };
  const enabling = mentionsIn(settings, enablingScopes).find(
    (mention) => isMeant(mention) && mention.on === true,
  );
  if (enabling) return { on: true, needsTrust: true };
  return {
    on: false,
    because: `the plugin ${installed.id} is installed but not enabled in ${key}`,
    notEnabled: installed.id,
  };
}

/** What is known of the plugins on this machine. */
interface KnownPlugins {
  /** Ids of those that the user installed. */
  readonly installed: ReadonlySet<string>;
  /** Names of those that the caller named. */
  readonly named: ReadonlySet<string>;
}

/** Plugins that settings enable and that are not here: what they would do does not happen. */
export function missingPlugins(
  settings: readonly ScopeSettings[],
  { installed, named }: KnownPlugins,
  placeOf: (file: string, path: JsonPath) => SourcePlace,
): readonly Diagnostic[] {
  const deciding = mentionsIn(settings, switchingScopes);
  const isDisabled = (id: string) => deciding.find((mention) => mention.id === id)?.on === false;
  const ofProject = mentionsIn(settings, enablingScopes);
  return [...deciding, ...ofProject]
    .filter(({ id, on }) => on === true && id.includes("@") && !isDisabled(id))
    .filter(({ id }) => !installed.has(id) && !named.has(partsOf(id).name))
    .map((mention) => ({ ...mention, isOfProject: ofProject.includes(mention) }))
    .map(({ file, id, isOfProject }) => ({
      code: "plugin-not-installed",
      level: "warning",
      place: placeOf(file, [key, id]),
      message: `${key} enables ${id}, but it is not installed, so its hooks and commands are missing`,
      // Anyone can write a project's settings, so they give no reason to install something.
      advice: isOfProject
        ? "the project names it, not you: install it only if you know who made it, or remove the line"
        : `install it with Claude Code ("claude plugin install ${id}"), or remove the line`,
    }));
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
