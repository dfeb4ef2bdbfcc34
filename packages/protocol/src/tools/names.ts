/** Names that tools have in other versions and hosts: a matcher for one is no typing error. */
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
