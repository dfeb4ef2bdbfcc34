import type { ReadPanel } from "../panel.ts";

/** `/agents`: the kinds of subagents that the model can start. */
export const readAgentsPanel: ReadPanel = async (session) => {
  const { agents, unusedAgents } = session.describe();
  return {
    title: "Agents",
    head: ["The model starts them with the Agent tool. Files in .claude/agents define more."],
    items: [
      // First: what is missing is what the user looks for.
      ...unusedAgents.map(({ name, file, message }) => ({
        id: `not used: ${name}`,
        label: `${name} (not used)`,
        note: message,
        details: async () => [name, "", message, file],
        actions: [],
      })),
      ...agents.map(({ name, description, model }) => ({
        id: name,
        label: name,
        note: description,
        details: async () => [
          name,
          ...(model === undefined ? [] : [`model: ${model}`]),
          "",
          ...description.split("\n"),
        ],
        actions: [],
      })),
    ],
    empty: "there are no agents",
    actions: [],
  };
};
