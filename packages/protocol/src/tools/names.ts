/** Tool names in other versions and hosts: a matcher for one of them is not a typo. */
export const furtherTools: readonly string[] = [
  "BashOutput",
  "CronCreate",
  "CronDelete",
  "CronList",
  "EnterWorktree",
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

/** M5: several names of one tool; a matcher or rule for one name applies to all of them. */
const aliases: readonly (readonly string[])[] = [["Agent", "Task"]];

/** All names of a tool, the given one first. */
export function toolNames(name: string): readonly string[] {
  const family = aliases.find((names) => names.includes(name));
  return family ? [name, ...family.filter((other) => other !== name)] : [name];
}
