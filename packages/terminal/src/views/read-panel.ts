import type { PanelKind } from "../state/screen-state.ts";
import type { ReadPanel } from "./panel.ts";
import { readAgentsPanel } from "./panels/agents-panel.ts";
import { readContextPanel } from "./panels/context-panel.ts";
import { readCostPanel } from "./panels/cost-panel.ts";
import { readMcpPanel } from "./panels/mcp-panel.ts";
import { readModelPanel } from "./panels/model-panel.ts";
import { readPermissionsPanel } from "./panels/permissions-panel.ts";
import { readPluginsPanel } from "./panels/plugins-panel.ts";
import { readTasksPanel } from "./panels/tasks-panel.ts";

/** Each panel, what its command is for, and how it is read. */
export const panels: Readonly<
  Record<PanelKind, { readonly description: string; readonly read: ReadPanel }>
> = {
  model: { description: "Choose the model", read: readModelPanel },
  permissions: { description: "Show and change permission rules", read: readPermissionsPanel },
  agents: { description: "Show the agents that can be started", read: readAgentsPanel },
  mcp: { description: "Show and reconnect MCP servers", read: readMcpPanel },
  plugins: { description: "Show the plugins", read: readPluginsPanel },
  tasks: { description: "Show and stop what runs in the background", read: readTasksPanel },
  cost: { description: "Show what the session has cost", read: readCostPanel },
  context: { description: "Show what fills the model's window", read: readContextPanel },
};

export const panelKinds = Object.keys(panels) as readonly PanelKind[];
