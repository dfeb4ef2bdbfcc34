import { permissionModes } from "@snaphook/protocol";
import type { PermissionMode } from "../permissions/permissions.ts";

/** From the strictest to the least strict. */
const byStrictness: readonly PermissionMode[] = [
  "plan",
  "dontAsk",
  "default",
  "acceptEdits",
  "bypassPermissions",
];

/** The stricter of two modes: a model may tighten what it starts, and never loosen it. */
export const stricterMode = (
  mode: PermissionMode,
  wanted: PermissionMode = mode,
): PermissionMode => (rank(wanted) < rank(mode) ? wanted : mode);

/** A mode that is not in the list is not stricter than any other. */
const rank = (mode: PermissionMode): number => {
  const index = byStrictness.indexOf(mode);
  return index < 0 ? permissionModes.length : index;
};
