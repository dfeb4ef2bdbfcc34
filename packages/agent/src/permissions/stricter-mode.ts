import type { PermissionMode } from "./permissions.ts";

/**
 * The modes that allow nothing and ask about nothing that a mode refuses. dontAsk and auto refuse where plan mode
 * would ask, so plan mode is not among theirs.
 */
const stricterThan: Readonly<Record<PermissionMode, readonly PermissionMode[]>> = {
  bypassPermissions: ["acceptEdits", "auto", "default", "dontAsk", "plan"],
  acceptEdits: ["auto", "default", "dontAsk", "plan"],
  auto: ["dontAsk"],
  default: ["dontAsk", "plan"],
  dontAsk: [],
  plan: [],
};

/** Whether a model may change from a mode to another: it may tighten what it may do, and never loosen it. */
export const isStricter = (wanted: PermissionMode, mode: PermissionMode): boolean =>
  stricterThan[mode].includes(wanted);

/** The mode that a model wants if that is stricter, else the present one. */
export const stricterMode = (
  mode: PermissionMode,
  wanted: PermissionMode = mode,
): PermissionMode => (isStricter(wanted, mode) ? wanted : mode);
