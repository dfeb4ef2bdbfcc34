import type { PermissionMode } from "./permissions.ts";
import { isStricter } from "./stricter-mode.ts";

/** G1: why the model may not change to plan mode by itself; undefined if it may. */
export function whyNoPlanMode(mode: PermissionMode): string | undefined {
  if (mode === "plan") return "The session is in plan mode already.";
  return isStricter("plan", mode)
    ? undefined
    : `The session is in ${mode} mode, which refuses calls that plan mode would ask the user about, so only the user can change to plan mode. Work without it.`;
}
