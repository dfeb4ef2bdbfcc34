import type { ControlHandler } from "../control-context.ts";

/** Requests of Claude Code's protocol that this agent does not carry out, and what to do instead. */
const advice: Readonly<Record<string, string>> = {
  set_color: "this agent has no terminal interface to colour",
  update_settings: "change the settings file; a running session reads it again",
  register_repo_root: "start the session with --add-dir",
  file_suggestions: "search for files in the driver",
  get_usage: "read total_cost_usd and modelUsage of the last result",
  get_hooks_listing: "run the command `hooks`, or `explain`, in the project's folder",
  list_permission_rules: "read the settings files; the command `explain` shows which rules apply",
  set_mcp_permission_mode_override: "use permission rules for mcp__SERVER, or set_permission_mode",
  mcp_call: "connect to the MCP server from the driver",
  rename_session: "set the title when the session begins",
};

const refusing =
  (subtype: string, remedy: string): ControlHandler =>
  () => {
    throw new Error(`${subtype} is not supported; ${remedy}`);
  };

export const unsupportedRequests: Readonly<Record<string, ControlHandler>> = Object.fromEntries(
  Object.entries(advice).map(([subtype, remedy]) => [subtype, refusing(subtype, remedy)]),
);
