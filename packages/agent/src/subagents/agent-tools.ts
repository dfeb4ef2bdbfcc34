import { answerTool } from "../model/hook-agent/structured-output.ts";
import type { Tool } from "../tools/tool.ts";
import { type AgentDefinition, maxAgentDepth } from "./agent-definition.ts";

/** Former names count too. */
const currentName = (name: string): string => (name === "Task" ? "Agent" : name);

/** The tools of an agent: those of its caller, as far as its definition allows them. */
export function toolsOfAgent(
  offered: ReadonlyMap<string, Tool>,
  { tools, disallowedTools = [] }: Pick<AgentDefinition, "tools" | "disallowedTools">,
  depth: number,
): ReadonlyMap<string, Tool> {
  const allowed = tools?.map(currentName);
  const forbidden = disallowedTools.map(currentName);
  return new Map(
    [...offered].filter(
      ([name]) =>
        !(depth > 0 && name === answerTool) &&
        !(depth >= maxAgentDepth && name === "Agent") &&
        (allowed === undefined || allowed.includes(name)) &&
        !forbidden.includes(name),
    ),
  );
}
