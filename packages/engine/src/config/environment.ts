import { isObject } from "../is-object.ts";
import type { Scope, ScopeSettings } from "../stages/snapshot.ts";
import { choosesCodeOrDestination } from "./guarded-variables.ts";

/** A variable in settings that is not applied. */
interface WithheldVariable {
  readonly name: string;
  readonly file: string;
  readonly because: string;
}

export interface SettingsEnvironment {
  readonly variables: Readonly<Record<string, string>>;
  readonly withheld: readonly WithheldVariable[];
}

const projectScopes: readonly Scope[] = ["project", "local"];

/**
 * The variables that applied settings set for the host or for hooks of one
 * scope, lowest scope first. A project may set variables that choose code or
 * destination only for the hooks of its own settings files (T6). Front matter is
 * excluded, because the user's own front matter has the same scope.
 */
export function settingsEnvironment(
  applied: readonly ScopeSettings[],
  forScope: Scope | "host",
): SettingsEnvironment {
  const ownHooks = projectScopes.some((scope) => scope === forScope);
  const variables = new Map<string, string>();
  const withheld: WithheldVariable[] = [];
  for (const { scope, file, name, value } of assignments(applied)) {
    const text = variableText(name, value);
    if (text === undefined)
      withheld.push({
        name,
        file,
        because: "its name or value is not valid for an environment variable",
      });
    else if (projectScopes.includes(scope) && !ownHooks && choosesCodeOrDestination(name))
      withheld.push({
        name,
        file,
        because: "a project may not set variables that choose which code runs or where requests go",
      });
    else variables.set(name, text);
  }
  return { variables: Object.fromEntries(variables), withheld };
}

/** From lowest to highest precedence. */
const order: readonly Scope[] = ["user", "project", "local", "settings-flag", "managed"];

/** Every variable in settings; later ones override earlier ones. */
function assignments(applied: readonly ScopeSettings[]) {
  return order
    .flatMap((scope) => applied.filter(({ origin }) => origin.scope === scope))
    .flatMap(({ origin: { scope }, file, values: { env } }) =>
      Object.entries(isObject(env) ? env : {}).map(([name, value]) => ({
        scope,
        file,
        name,
        value,
      })),
    );
}

/** The value as the system needs it; `undefined` if it is not valid. */
function variableText(name: string, value: unknown): string | undefined {
  if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean")
    return undefined;
  const text = String(value);
  return name === "" || /[=\0]/.test(name) || text.includes("\0") ? undefined : text;
}
