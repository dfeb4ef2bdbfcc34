import type { Control, ReadPanel } from "../panel.ts";

type Usage = Awaited<ReturnType<Control["contextUsage"]>>;

/** `/context`: what fills the model's window. */
export const readContextPanel: ReadPanel = async (session) => {
  const usage = await session.contextUsage();
  const { totalTokens, maxTokens, model, autoCompactLimit, systemTools, mcpTools } = usage;
  const tools = { system_tools: systemTools, mcp_tools: mcpTools };
  return {
    title: "Context",
    head: [
      `${model}: ${totalTokens} of ${maxTokens} tokens (${percent(totalTokens, maxTokens)})`,
      autoCompactLimit === undefined
        ? "the conversation is not compacted automatically"
        : `the conversation is compacted at ${autoCompactLimit} tokens`,
    ],
    items: usage.categories.map(({ id, name, tokens }) => ({
      id,
      label: `${name.padEnd(nameWidth)} ${bar(tokens, maxTokens)} ${percent(tokens, maxTokens).padStart(4)}`,
      note: `${tokens} tokens`,
      ...(id in tools ? { details: async () => byTokens(tools[id as keyof typeof tools]) } : {}),
      actions: [],
    })),
    empty: "",
    actions: [],
  };
};

const nameWidth = 18;
const barWidth = 20;

/** At least one mark for something that is there. */
function bar(tokens: number, max: number): string {
  const marks = Math.ceil((Math.min(tokens, max) / Math.max(1, max)) * barWidth);
  return "█".repeat(marks).padEnd(barWidth, "░");
}

const percent = (tokens: number, max: number): string =>
  `${Math.round((tokens / Math.max(1, max)) * 100)}%`;

const byTokens = (tools: Usage["systemTools"]): readonly string[] =>
  tools
    .toSorted((a, b) => b.tokens - a.tokens)
    .map(({ name, tokens }) => `${String(tokens).padStart(7)}  ${name}`);
