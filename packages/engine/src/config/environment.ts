import { brand } from "@snaphook/protocol";
import type { Scope, ScopeSettings } from "../stages/snapshot.ts";
import { isObject } from "./is-object.ts";

/** T6: variables that choose which code runs or where requests go. */
const choosesCode = new RegExp(
  `^(PATH|NODE_OPTIONS|NODE_PATH|BASH_ENV|ENV|SHELL|IFS|PYTHONPATH|PYTHONSTARTUP|PERL5OPT|RUBYOPT|GIT_SSH_COMMAND|LD_.*|DYLD_.*|.*_BASE_URL|.*_SHELL_PREFIX|.*_PROXY|CLAUDE.*|${brand.environmentPrefix}.*)$`,
  "i",
);

/** A variable that settings set and that is not applied. */
export interface WithheldVariable {
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
 * own hooks only (T6).
 */
export function settingsEnvironment(
  inForce: readonly ScopeSettings[],
  forScope: Scope | "host",
): SettingsEnvironment {
  const ownHooks = broughtByProject.some((scope) => scope === forScope);
  const variables: Record<string, string> = {};
  const withheld: WithheldVariable[] = [];
  for (const { scope, file, name, value } of assignments(inForce)) {
    if (broughtByProject.includes(scope) && !ownHooks && choosesCode.test(name))
      withheld.push({ name, file, because: "a project may not choose code or destination" });
    else variables[name] = value;
  }
  return { variables, withheld };
}

const order: readonly Scope[] = ["user", "project", "local", "settings-flag", "managed"];

/** Every variable that settings set, in the order in which the later wins. */
function assignments(inForce: readonly ScopeSettings[]) {
  return order
    .flatMap((scope) => inForce.filter(({ origin }) => origin.scope === scope))
    .flatMap(({ origin: { scope }, file, values: { env } }) =>
      Object.entries(isObject(env) ? env : {})
        .filter(([, value]) => typeof value === "string" || typeof value === "number")
        .map(([name, value]) => ({ scope, file, name, value: String(value) })),
    );
}
