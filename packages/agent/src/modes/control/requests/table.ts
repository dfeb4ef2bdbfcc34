import type { ControlHandler } from "../control-context.ts";
import { applyFlagSettings } from "./apply-flag-settings.ts";
import { backgroundTasks } from "./background-tasks.ts";
import { cancelAsyncMessage } from "./cancel-async-message.ts";
import { getBinaryVersion } from "./get-binary-version.ts";
import { getContextUsage } from "./get-context-usage.ts";
import { getSessionCost } from "./get-session-cost.ts";
import { getSettings } from "./get-settings.ts";
import { getTaskOutput } from "./get-task-output.ts";
import { initialize } from "./initialize.ts";
import { interrupt } from "./interrupt.ts";
import { listModels } from "./list-models.ts";
import { mcpMessage } from "./mcp-message.ts";
import { mcpReadResource } from "./mcp-read-resource.ts";
import { mcpReconnect } from "./mcp-reconnect.ts";
import { mcpSetServers } from "./mcp-set-servers.ts";
import { mcpStatus } from "./mcp-status.ts";
import { mcpToggle } from "./mcp-toggle.ts";
import { readFile } from "./read-file.ts";
import { reloadOutputStyles } from "./reload-output-styles.ts";
import { reloadPlugins } from "./reload-plugins.ts";
import { reloadSkills } from "./reload-skills.ts";
import { rewindFiles } from "./rewind-files.ts";
import { seedReadState } from "./seed-read-state.ts";
import { setMaxThinkingTokens } from "./set-max-thinking-tokens.ts";
import { setModel } from "./set-model.ts";
import { setPermissionMode } from "./set-permission-mode.ts";
import { stopTask } from "./stop-task.ts";
import { unsupportedRequests } from "./unsupported.ts";

/** Every request that a driver can send, by its `subtype`. */
export const controlHandlers: Readonly<Record<string, ControlHandler>> = {
  initialize,
  interrupt,
  cancel_async_message: cancelAsyncMessage,
  set_permission_mode: setPermissionMode,
  set_model: setModel,
  set_max_thinking_tokens: setMaxThinkingTokens,
  apply_flag_settings: applyFlagSettings,
  get_settings: getSettings,
  mcp_status: mcpStatus,
  mcp_message: mcpMessage,
  mcp_set_servers: mcpSetServers,
  mcp_reconnect: mcpReconnect,
  mcp_toggle: mcpToggle,
  mcp_read_resource: mcpReadResource,
  get_context_usage: getContextUsage,
  get_session_cost: getSessionCost,
  get_binary_version: getBinaryVersion,
  list_models: listModels,
  read_file: readFile,
  seed_read_state: seedReadState,
  reload_skills: reloadSkills,
  reload_plugins: reloadPlugins,
  reload_output_styles: reloadOutputStyles,
  rewind_files: rewindFiles,
  background_tasks: backgroundTasks,
  get_task_output: getTaskOutput,
  stop_task: stopTask,
  set_has_subscribers: () => undefined,
  ...unsupportedRequests,
};
