import type { Screen } from "../screen-context.ts";

/** The order in which Shift+Tab goes through the modes. */
const order = ["default", "acceptEdits", "plan"] as const;

/** The mode after the current one; `bypassPermissions` only where the session allows it. */
export function nextPermissionMode({ store, actions }: Pick<Screen, "store" | "actions">): string {
  const current = store.state().session?.permissionMode ?? "default";
  const mayBypass = actions.control()?.mayBypass() ?? false;
  const modes: readonly string[] = mayBypass ? [...order, "bypassPermissions"] : order;
  return modes[modes.indexOf(current) + 1] ?? "default";
}
