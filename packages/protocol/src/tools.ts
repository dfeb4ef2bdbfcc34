/** E24: the tools hooks are written against, each with an input as a hook is told it. */
export const tools: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  Bash: { command: "npm test", description: "Run the tests" },
  Read: { file_path: "/project/src/index.ts" },
  Write: { file_path: "/project/notes.txt", content: "hello\n" },
  Edit: {
    file_path: "/project/src/index.ts",
    old_string: "one",
    new_string: "two",
    replace_all: false,
  },
  NotebookEdit: { notebook_path: "/project/report.ipynb", cell_id: "c1", new_source: "1 + 1" },
  Glob: { pattern: "**/*.ts" },
  Grep: { pattern: "TODO", output_mode: "files_with_matches" },
  WebFetch: { url: "https://example.com/", prompt: "What does it say?" },
  WebSearch: { query: "hooks" },
  Agent: { prompt: "Look around", description: "Explore", subagent_type: "Explore" },
  TaskCreate: { subject: "Write the tests", description: "All of them" },
  TaskUpdate: { taskId: "1", status: "completed" },
  TaskList: {},
  TaskGet: { taskId: "1" },
};

/**
 * Names that tools have in other versions and hosts: a matcher for one is no typing error, but nobody
 * is told an example of its input.
 */
export const furtherTools: readonly string[] = [
  "AskUserQuestion",
  "BashOutput",
  "CronCreate",
  "CronDelete",
  "CronList",
  "EnterPlanMode",
  "EnterWorktree",
  "ExitPlanMode",
  "ExitWorktree",
  "KillBash",
  "KillShell",
  "LS",
  "LSP",
  "ListMcpResourcesTool",
  "Monitor",
  "MultiEdit",
  "NotebookRead",
  "PowerShell",
  "ReadMcpResourceTool",
  "RemoteTrigger",
  "SendMessage",
  "Skill",
  "SlashCommand",
  "StructuredOutput",
  "TaskOutput",
  "TaskStop",
  "TeamCreate",
  "TeamDelete",
  "TodoRead",
  "TodoWrite",
  "ToolSearch",
  "apply_patch",
];

/** M5: names a tool is known under; a matcher or rule for one holds for the others. */
const aliases: readonly (readonly string[])[] = [["Agent", "Task"]];

/** All names of a tool, its own first. */
export function toolNames(name: string): readonly string[] {
  const family = aliases.find((names) => names.includes(name));
  return family ? [name, ...family.filter((other) => other !== name)] : [name];
}
