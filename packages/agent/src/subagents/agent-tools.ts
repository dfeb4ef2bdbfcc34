import { isForTool } from "@snaphook/engine/rules";
import { answerTool } from "../model/hook-agent/structured-output.ts";
import type { Tool } from "../tools/tool.ts";
import { type AgentDefinition, maxAgentDepth } from "./agent-definition.ts";

/**
 * Whether a name in a definition means a tool, as a permission rule would: an offer is an allow rule, which needs the
 * exact MCP server, and a removal is a deny rule, which matches in doubt.
 */
export const namesTool = (
  written: string,
  { name, mcpServer }: Pick<Tool, "name" | "mcpServer">,
  use: "offer" | "remove",
): boolean =>
  written === "*" ||
  isForTool(
    { tool: written },
    { toolName: name, mcpServer },
    { relatedTools: "none", exactServer: use === "offer" },
  );

/** What teammates work together with; `disallowedTools` can still remove them. */
const teamTools = ["SendMessage", "TaskCreate", "TaskUpdate", "TaskList", "TaskGet"];

/** The tools of an agent: those of its caller, as far as its definition allows them. */
export function toolsOfAgent(
  offered: ReadonlyMap<string, Tool>,
  { tools, disallowedTools = [] }: Pick<AgentDefinition, "tools" | "disallowedTools">,
  depth: number,
  kind: "subagent" | "teammate" = "subagent",
): ReadonlyMap<string, Tool> {
  return new Map(
    [...offered].filter(
      ([name, tool]) =>
        !(depth > 0 && (name === answerTool || tool.needsUser)) &&
        !(depth >= maxAgentDepth && name === "Agent") &&
        !(depth > 0 && kind === "subagent" && name === "SendMessage") &&
        ((kind === "teammate" && teamTools.includes(name)) ||
          (tools?.some((written) => namesTool(written, tool, "offer")) ?? true)) &&
        !disallowedTools.some((written) => namesTool(written, tool, "remove")),
    ),
  );
}
