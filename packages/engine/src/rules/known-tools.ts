import { events, once, profiles, toolSeenAs } from "@snaphook/protocol";
import { nearestName } from "../text/nearest-name.ts";
import type { RuleProblem } from "./rule-problem.ts";
import { mcpName } from "./tools.ts";

/** M5: the names of all known tools: former names, and tools of other versions and hosts. */
const knownTools: () => readonly string[] = once(() => {
  const { knownValues, furtherValues, matchedValues } = events.PreToolUse;
  return [...knownValues.flatMap((name) => matchedValues(name)), ...furtherValues];
});

/** What people call a tool, or what it is called in other agents; compared in lower case. */
const otherNames: Readonly<Record<string, string>> = {
  shell: "Bash",
  sh: "Bash",
  zsh: "Bash",
  terminal: "Bash",
  cmd: "Bash",
  command: "Bash",
  exec: "Bash",
  execute: "Bash",
  run: "Bash",
  run_command: "Bash",
  run_shell_command: "Bash",
  run_terminal_cmd: "Bash",
  execute_command: "Bash",
  edit_file: "Edit",
  str_replace_editor: "Edit",
  write_file: "Write",
  create_file: "Write",
  read_file: "Read",
  cat: "Read",
  fetch: "WebFetch",
};

/** Which of these tools an unknown name probably means. */
export function likelyTool(name: string, known = knownTools()): string | undefined {
  const key = name.toLowerCase();
  const likely = [
    Object.hasOwn(otherNames, key) ? otherNames[key] : undefined,
    ...Object.values(profiles).map((profile) => toolSeenAs(profile, name)),
  ];
  return (
    likely.find((one) => one !== undefined && one !== name && known.includes(one)) ??
    nearestName(name, known)
  );
}

/** A rule for a tool that does not exist never matches. Hosts may have tools that we do not know. The tools of MCP servers are not known in advance. */
export function unknownTool(tool: string): RuleProblem | undefined {
  if (tool.startsWith("mcp__") || knownTools().includes(tool)) return undefined;
  const likely = likelyTool(tool);
  return {
    message: `no known tool is called "${tool}"; names are exact and case-sensitive`,
    advice:
      likely === undefined
        ? `known: ${events.PreToolUse.knownValues.join(", ")}; ignore this if the host has a tool of that name`
        : `did you mean "${likely}"?`,
  };
}

/** A rule for an MCP server that is not among the configured ones never matches; without any, nothing can be called. */
export function unknownServer(
  tool: string,
  servers: readonly string[],
): (RuleProblem & { readonly isLikely: boolean }) | undefined {
  if (!tool.startsWith("mcp__") || servers.length === 0) return undefined;
  const names = servers.map(mcpName);
  const wanted = mcpName(tool.replace(/__\*$/, "")).slice("mcp__".length);
  if (names.some((name) => wanted === name || wanted.startsWith(`${name}__`))) return undefined;
  const [server = ""] = wanted.split("__");
  const likely = nearestName(wanted, names) ?? nearestName(server, names);
  return {
    message: `no MCP server is called "${server}"; names are exact and case-sensitive`,
    advice: likely ? `did you mean "mcp__${likely}"?` : `the servers are ${servers.join(", ")}`,
    isLikely: likely !== undefined,
  };
}
