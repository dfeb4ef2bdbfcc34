import { textTokens } from "../../conversation/trim-results.ts";
import type { Agent } from "../agent.ts";

interface UsageCategory {
  readonly id: string;
  readonly name: string;
  readonly tokens: number;
  readonly kind: "used" | "free" | "buffer";
}

/** How the model's window is used. Everything but what the service counted is an estimate. */
export interface ContextUsage {
  readonly model: string;
  readonly categories: readonly UsageCategory[];
  readonly totalTokens: number;
  readonly maxTokens: number;
  readonly autoCompactLimit: number | undefined;
  readonly systemTools: readonly { readonly name: string; readonly tokens: number }[];
  readonly mcpTools: readonly {
    readonly name: string;
    readonly serverName: string;
    readonly tokens: number;
  }[];
}

/** What is assumed of a model whose window is not known. */
const usualWindow = 200_000;

export async function contextUsage(agent: Agent): Promise<ContextUsage> {
  const tools = [...agent.tools.values()].map((tool) => ({
    name: tool.name,
    serverName: tool.mcpServer,
    tokens: textTokens(JSON.stringify([tool.name, tool.description, tool.inputSchema])),
  }));
  const systemTools = tools.filter(({ serverName }) => serverName === undefined);
  const mcpTools = tools.flatMap(({ serverName, ...tool }) =>
    serverName === undefined ? [] : [{ ...tool, serverName }],
  );
  const system = textTokens(await agent.system());
  const counted = agent.conversation.tokens();
  const overhead = system + sum(tools);
  // What the service counts includes the system prompt and the tools.
  const messages = counted > overhead ? counted - overhead : counted;
  const used: readonly UsageCategory[] = [
    { id: "system_prompt", name: "System prompt", tokens: system, kind: "used" },
    { id: "system_tools", name: "System tools", tokens: sum(systemTools), kind: "used" },
    { id: "mcp_tools", name: "MCP tools", tokens: sum(mcpTools), kind: "used" },
    { id: "messages", name: "Messages", tokens: messages, kind: "used" },
  ];
  const maxTokens = agent.model.contextWindow ?? usualWindow;
  const limit = agent.autoCompactLimit();
  const buffer = limit === undefined ? 0 : Math.max(0, maxTokens - limit);
  const totalTokens = sum(used);
  return {
    model: agent.model.id,
    categories: [
      ...used,
      { id: "autocompact_buffer", name: "Autocompact buffer", tokens: buffer, kind: "buffer" },
      {
        id: "free_space",
        name: "Free space",
        tokens: Math.max(0, maxTokens - totalTokens - buffer),
        kind: "free",
      },
    ],
    totalTokens,
    maxTokens,
    autoCompactLimit: limit,
    systemTools: systemTools.map(({ name, tokens }) => ({ name, tokens })),
    mcpTools,
  };
}

const sum = (parts: readonly { readonly tokens: number }[]): number =>
  parts.reduce((total, { tokens }) => total + tokens, 0);
