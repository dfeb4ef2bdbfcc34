import { isObject } from "@snaphook/engine/internal";
import { CommandLineError } from "../command-line-error.ts";

const restricting = ["allowManagedHooksOnly", "allowManagedPermissionRulesOnly", "sandbox"];
const restrictingPermissions = ["deny", "ask", "disableBypassPermissionsMode"];

/**
 * What restricts in a policy that the starting program passes. Everything else is dropped: a program must not gain rights
 * that only the administrator's file can give. `disableAllHooks` turns off all hooks but managed ones.
 */
export function restrictingSettings(text: string): string {
  const settings = parsed(text);
  const { permissions, disableAllHooks } = settings;
  const onlyManaged =
    disableAllHooks === undefined || disableAllHooks === false || disableAllHooks === "false"
      ? {}
      : { allowManagedHooksOnly: true };
  return JSON.stringify({
    ...picked(settings, restricting),
    ...onlyManaged,
    ...(isObject(permissions) ? { permissions: picked(permissions, restrictingPermissions) } : {}),
  });
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  const expected = 'expected JSON such as {"permissions":{"deny":["Bash(curl:*)"]}}';
  try {
    const settings: unknown = JSON.parse(text);
    if (isObject(settings)) return settings;
  } catch (error) {
    throw new CommandLineError(
      `--managed-settings: not JSON: ${(error as Error).message}; ${expected}`,
    );
  }
  throw new CommandLineError(`--managed-settings: found ${text.slice(0, 100)}; ${expected}`);
}

const picked = (from: Readonly<Record<string, unknown>>, keys: readonly string[]) =>
  Object.fromEntries(keys.flatMap((key) => (from[key] === undefined ? [] : [[key, from[key]]])));
