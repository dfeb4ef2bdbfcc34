import type { ControlHandler } from "../control-context.ts";

const colours: Readonly<Record<string, string>> = {
  system_prompt: "promptBorder",
  system_tools: "inactive",
  mcp_tools: "cyan",
  messages: "purple",
};

/** Numbers are what the service counted last, and estimates of the rest. There is no grid: a driver draws its own. */
export const getContextUsage: ControlHandler = async (_request, { opened }) => {
  const usage = await (await opened()).control.contextUsage();
  const { maxTokens, totalTokens, autoCompactLimit } = usage;
  return {
    categories: usage.categories.map((category) => ({
      ...category,
      color: colours[category.id] ?? "inactive",
    })),
    totalTokens,
    maxTokens,
    rawMaxTokens: maxTokens,
    percentage: Math.round((totalTokens / maxTokens) * 100),
    gridRows: [],
    model: usage.model,
    memoryFiles: [],
    mcpTools: usage.mcpTools,
    systemTools: usage.systemTools,
    agents: [],
    isAutoCompactEnabled: autoCompactLimit !== undefined,
    ...(autoCompactLimit === undefined ? {} : { autoCompactThreshold: autoCompactLimit }),
    apiUsage: null,
  };
};
