import { answerTool } from "../model/hook-agent/structured-output.ts";
import type { Tool } from "../tools/tool.ts";
import { type AgentDefinition, maxAgentDepth } from "./agent-definition.ts";

/**
 * Whether a name in a definition means a tool: by its name, its former name, or its MCP server (`mcp__server`,
 * `mcp__server__*`). Where a server's name contains `__`, more is removed than asked for, and not more offered.
 */
export function namesTool(written: string, tool: string, use: "offer" | "remove"): boolean {
  if (written === tool || written === "*" || (written === "Task" && tool === "Agent")) return true;
  if (!written.startsWith("mcp__")) return false;
  const name = written.replace(/(?:__)?\*$/, "").replace(/[^\w-]/g, "_");
  if (name === tool) return true;
  return (
    tool.startsWith(`${name}__`) &&
    (use === "remove" || !tool.slice(name.length + 2).includes("__"))
  );
}

/** The tools of an agent: those of its caller, as far as its definition allows them. */
export function toolsOfAgent(
  offered: ReadonlyMap<string, Tool>,
  { tools, disallowedTools = [] }: Pick<AgentDefinition, "tools" | "disallowedTools">,
  depth: number,
): ReadonlyMap<string, Tool> {
  return new Map(
    [...offered].filter(
      ([name, { needsUser }]) =>
        !(depth > 0 && (name === answerTool || needsUser)) &&
        !(depth >= maxAgentDepth && name === "Agent") &&
        (tools?.some((written) => namesTool(written, name, "offer")) ?? true) &&
        !disallowedTools.some((written) => namesTool(written, name, "remove")),
    ),
  );
}
