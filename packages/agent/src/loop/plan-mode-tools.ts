import type { Permissions } from "../permissions/permissions.ts";
import { whyNoPlanMode } from "../permissions/why-no-plan-mode.ts";
import type { ToolContext } from "../tools/tool.ts";

/** What the tools EnterPlanMode and ExitPlanMode do. */
export const planModeTools = (
  permissions: () => Permissions,
  warn: (text: string) => void,
): NonNullable<ToolContext["planMode"]> => ({
  whyNotEnter: () => whyNoPlanMode(permissions().mode()),
  isOn: () => permissions().mode() === "plan",
  async enter() {
    const update = { type: "setMode", mode: "plan", destination: "session" } as const;
    for (const text of await permissions().update([update])) warn(text);
  },
  leave: async () => permissions().leavePlanMode(),
});
