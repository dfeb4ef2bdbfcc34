import type { ReadPanel } from "../panel.ts";

/** `/plugins`: what is loaded, and from where. */
export const readPluginsPanel: ReadPanel = async (session) => {
  const { plugins } = session.describe();
  return {
    title: "Plugins",
    head: ["Their hooks are in /hooks, their agents in /agents, their servers in /mcp."],
    items: plugins.map(({ name, path }) => ({
      id: path,
      label: name,
      note: path,
      actions: [],
    })),
    empty: "no plugin is loaded; --plugin-dir loads one",
    actions: [],
  };
};
