import type { Scope, ScopeSettings } from "../stages/snapshot.ts";
import { choosesCodeOrDestination } from "./guarded-variables.ts";
import { isObject } from "./is-object.ts";

/** A variable that settings set and that is not applied. */
interface WithheldVariable {
  readonly name: string;
  readonly file: string;
  readonly because: string;
}

export interface SettingsEnvironment {
  readonly variables: Readonly<Record<string, string>>;
  readonly withheld: readonly WithheldVariable[];
}

const broughtByProject: readonly Scope[] = ["project", "local"];

/**
 * The variables that settings in force set for the host or for hooks of one
 * scope, lowest scope first. A project may choose code or destination for its
 * own hooks only (T6): those of its settings files. Hooks in front matter are
 * others here, because the user's own have the same scope.
 */
export function settingsEnvironment(
  inForce: readonly ScopeSettings[],
  forScope: Scope | "host",
): SettingsEnvironment {
  const ownHooks = broughtByProject.some((scope) => scope === forScope);
  const variables = new Map<string, string>();
  const withheld: WithheldVariable[] = [];
  for (const { scope, file, name, value } of assignments(inForce)) {
    const text = variableText(name, value);
    if (text === undefined)
      withheld.push({
        name,
        file,
        because: "its name or value is not valid for an environment variable",
      });
    else if (broughtByProject.includes(scope) && !ownHooks && choosesCodeOrDestination(name))
      withheld.push({
        name,
        file,
        because: "a project may not set variables that choose which code runs or where requests go",
      });
    else variables.set(name, text);
  }
  return { variables: Object.fromEntries(variables), withheld };
}

/** From the lowest to the highest: the later wins. */
const order: readonly Scope[] = ["user", "project", "local", "settings-flag", "managed"];

/** Every variable that settings set, in the order in which the later wins. */
function assignments(inForce: readonly ScopeSettings[]) {
  return order
    .flatMap((scope) => inForce.filter(({ origin }) => origin.scope === scope))
    .flatMap(({ origin: { scope }, file, values: { env } }) =>
      Object.entries(isObject(env) ? env : {}).map(([name, value]) => ({
        scope,
        file,
        name,
        value,
      })),
    );
}

/** The value as the system takes it; `undefined`: it would not take it. */
function variableText(name: string, value: unknown): string | undefined {
  if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean")
    return undefined;
  const text = String(value);
  return name === "" || /[=\0]/.test(name) || text.includes("\0") ? undefined : text;
}
