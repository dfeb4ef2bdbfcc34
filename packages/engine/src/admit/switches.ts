import type { Scope, ScopeSettings } from "../stages/snapshot.ts";

/** C4: what settings say about running hooks at all. */
export interface Switches {
  /** The file that turns all hooks off, managed ones apart. */
  readonly disabledBy: string | undefined;
  /** The managed file that turns all hooks off. */
  readonly allDisabledBy: string | undefined;
  /** The managed file that allows managed hooks only. */
  readonly managedOnlyBy: string | undefined;
}

/** From highest to lowest precedence: the first that sets it decides. */
const precedence: readonly Scope[] = ["settings-flag", "local", "project", "user"];

/** Reads the switches of the applied settings. */
export function readSwitches(settings: readonly ScopeSettings[]): Switches {
  const managed = settings.filter(({ origin }) => origin.scope === "managed");
  const managedFileWith = (key: string) => managed.find(({ values }) => values[key] === true)?.file;
  const deciding = precedence
    .flatMap((scope) => settings.filter(({ origin }) => origin.scope === scope))
    .find(({ values }) => typeof values["disableAllHooks"] === "boolean");
  const fileIf = (on: unknown, file: string | undefined) => (on === true ? file : undefined);
  return {
    disabledBy: fileIf(deciding?.values["disableAllHooks"], deciding?.file),
    allDisabledBy: managedFileWith("disableAllHooks"),
    managedOnlyBy: managedFileWith("allowManagedHooksOnly"),
  };
}
