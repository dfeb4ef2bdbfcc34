import type { Diagnostic } from "@snaphook/engine";
import { type AgentProblem, type FindAgentsOptions, findAgents } from "./find-agents.ts";

/** What the agent would report about the files of agents, also those of a project that is not trusted. */
export async function lintAgents(
  options: Omit<FindAgentsOptions, "trustProject">,
): Promise<readonly Diagnostic[]> {
  const { problems, refused } = await findAgents({ ...options, trustProject: true });
  return [
    ...problems.map((problem) => diagnosticOf("warning", problem)),
    ...[...refused.values()].map((problem) => diagnosticOf("error", problem)),
  ];
}

function diagnosticOf(level: Diagnostic["level"], { file, message }: AgentProblem): Diagnostic {
  const [fact = "", ...advice] = message.split("; ");
  return {
    code: "agent-file",
    level,
    place: { file, line: 1, column: 1, path: "" },
    message: fact,
    advice: advice.length > 0 ? advice.join("; ") : "correct it or remove it",
  };
}
