import { isPermissionMode, permissionModes } from "../../../permissions/permissions.ts";
import type { ControlHandler } from "../control-context.ts";

/** `bypassPermissions` only if the session was started for it: a driver must not gain rights its user did not give. */
export const setPermissionMode: ControlHandler = async ({ mode }, context) => {
  if (!isPermissionMode(mode))
    throw new Error(`"mode" is ${JSON.stringify(mode)}, expected ${permissionModes.join(", ")}`);
  if (!context.isOpening() && mode !== "bypassPermissions") {
    context.setOptions({ permissionMode: mode });
    return { mode };
  }
  const session = await context.opened();
  if (mode === "bypassPermissions" && !session.control.mayBypass())
    throw new Error(
      "bypassPermissions cannot be chosen in this session; start it with --allow-dangerously-skip-permissions",
    );
  await session.setPermissionMode(mode);
  return { mode };
};
