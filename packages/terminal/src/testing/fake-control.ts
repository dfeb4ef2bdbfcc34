import type { Control } from "../views/panel.ts";

/** A text that would control the terminal, hide a part of itself, or break the layout. */
export const evil = "\u001B[2J\u202Etxt\u0007\n\t漢字 ".repeat(8);

/** What views read of a session, with texts of others that must not control the terminal. */
export function fakeControl(changes: Partial<Control> = {}): Control {
  const control: Partial<Control> = {
    describe: () => ({
      commands: [],
      agents: Array.from({ length: 200 }, (_, at) => ({
        name: `agent-${at}`,
        description: `does ${evil}`,
      })),
      unusedAgents: [],
      models: [
        { value: "opus", resolvedModel: "claude-opus", displayName: "Opus", description: "" },
        { value: "haiku", resolvedModel: "claude-haiku", displayName: "Haiku", description: "" },
      ],
      plugins: [{ name: `plugin ${evil}`, path: `/plugins/${evil}` }],
      apiKeySource: "ANTHROPIC_API_KEY",
      model: "claude-opus",
      cwd: "/project",
      hooks: { inEffect: 0, notInEffect: 0 },
    }),
    permissionMode: () => "default",
    permissionRules: () => [
      { behavior: "allow", rule: `Bash(${evil})`, source: "local", file: "/project/local.json" },
      { behavior: "deny", rule: "Read(.env)", source: "user", file: "/home/settings.json" },
    ],
    updatePermissions: async () => [],
    servers: {
      list: () => [],
      set: async () => ({ added: [], removed: [], errors: {} }),
      reconnect: async () => {},
      setEnabled: async () => {},
    },
    tasks: () => [{ id: "c1", type: "command", description: `sleep ${evil}` }],
    taskOutput: async () => ({
      output: Array.from({ length: 500 }, (_, at) => `line ${at} ${evil}`).join("\n"),
      total_bytes: 9000,
      truncated: true,
    }),
    stopTask: async () => {},
    taskList: () => [],
    spending: () => ({
      totalUsd: 0.0123,
      knownUsd: 0.0123,
      models: {
        "claude-opus": {
          usage: {
            input_tokens: 10,
            output_tokens: 20,
            cache_creation_input_tokens: 0,
            cache_read_input_tokens: 0,
          },
          webSearches: 0,
          costUsd: 0.0123,
        },
      },
    }),
    contextUsage: async () => ({
      model: "claude-opus",
      categories: [
        { id: "system_tools", name: "System tools", tokens: 5000, kind: "used" },
        { id: "free_space", name: "Free space", tokens: 195_000, kind: "free" },
      ],
      totalTokens: 5000,
      maxTokens: 200_000,
      autoCompactLimit: 160_000,
      systemTools: [{ name: "Bash", tokens: 5000 }],
      mcpTools: [],
    }),
  };
  return { ...control, ...changes } as Control;
}
