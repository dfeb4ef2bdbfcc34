import type { SessionMode, SessionModeState } from "@agentclientprotocol/sdk";
import type { AgentSession } from "../../loop/agent-session.ts";
import { type PermissionMode, permissionModes } from "../../permissions/permissions.ts";

const described: Readonly<Record<PermissionMode, Omit<SessionMode, "id">>> = {
  default: { name: "Ask", description: "Asks before it changes something" },
  acceptEdits: { name: "Accept edits", description: "Edits files of the project without asking" },
  plan: { name: "Plan", description: "Changes nothing until you agree to a plan" },
  auto: {
    name: "Auto",
    description: "Edits files of the project, and refuses what would need a question",
  },
  dontAsk: { name: "Don't ask", description: "Refuses what no rule allows, without asking" },
  bypassPermissions: { name: "Bypass permissions", description: "Allows everything" },
};

/** The permission modes as modes of a session: bypassPermissions only if the session was started for it. */
export const sessionModes = ({ control }: Pick<AgentSession, "control">): SessionModeState => ({
  currentModeId: control.permissionMode(),
  availableModes: permissionModes
    .filter((mode) => mode !== "bypassPermissions" || control.mayBypass())
    .map((id) => ({ id, ...described[id] })),
});
