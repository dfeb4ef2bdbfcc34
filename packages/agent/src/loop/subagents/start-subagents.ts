import { randomBytes } from "node:crypto";
import { nearestName } from "@snaphook/engine/internal";
import { teamsVariable } from "@snaphook/protocol";
import { errorText } from "../../error-text.ts";
import { type AgentDefinition, defaultAgent } from "../../subagents/agent-definition.ts";
import { type AgentTask, type ToolContext, ToolFailure } from "../../tools/tool.ts";
import type { PermissionDenial, StartedTask } from "../agent-event.ts";
import { addTeammate } from "../teams/add-teammate.ts";
import { warning } from "../warning.ts";
import { launchedResponse } from "./agent-response.ts";
import type { AgentReport } from "./background-agents.ts";
import { createSubagent, type NewSubagent } from "./create-subagent.ts";
import { runSubagent } from "./run-subagent.ts";
import type { Caller, SubagentHost } from "./subagent-host.ts";

/** What the Agent tool of one agent does. */
export function startSubagents(
  host: SubagentHost,
  caller: Caller,
): NonNullable<ToolContext["runAgent"]> {
  return async (task, { callId, signal }) => {
    const definition = definitionOf(host.definitions, task);
    const { name } = task;
    if (name !== undefined && host.hasTeams())
      return addTeammate(host, caller, definition, { ...task, name }, { callId, startSubagents });
    if (name !== undefined) host.emit(warning(noTeams(name)));
    const depth = caller.depth + 1;
    const id = randomBytes(8).toString("hex");
    // Only the main agent can be told later how one ended.
    const inBackground = caller.depth === 0 && runsInBackground(host, caller, definition, task);
    const denials: PermissionDenial[] = inBackground ? [] : (caller.denials ?? host.denials());
    const subagent: NewSubagent = {
      ref: { id, type: definition.name, depth, parentToolUseId: callId ?? null },
      definition,
      caller,
      denials,
      inBackground,
      runAgent: (agent) =>
        startSubagents(host, {
          agent,
          id,
          depth,
          denials,
          types: [...caller.types, definition.name],
        }),
    };
    const created = await createSubagent(host, subagent);
    if (!inBackground) return runSubagent(host, subagent, created, task, signal);
    const { description } = task;
    const started: StartedTask = {
      id,
      kind: "agent",
      description,
      callId,
      outputFile: created.transcript.path,
      agentType: definition.name,
      prompt: task.prompt,
    };
    host.emit({ type: "task-started", ...started });
    host.background.start({ id, type: definition.name, description }, async (place) => {
      const { signal: ending } = place;
      const { status, answer } = await runSubagent(host, subagent, created, task, ending).then(
        ({ content }) => ({
          status: "completed" as const,
          answer: `It answers:\n\n${content.map(({ text }) => text).join("\n\n")}`,
        }),
        (error: unknown) => ({
          status: ending.aborted ? ("stopped" as const) : ("failed" as const),
          answer: `It failed: ${errorText(error)}`,
        }),
      );
      host.emit({ type: "task-ended", task: started, how: { status, summary: answer } });
      place.report(ended(subagent, task, answer));
    });
    return launchedResponse({ id, definition }, task, created.transcript.path);
  };
}

/** Section 12 of the contract: at a terminal the user need not wait for an agent. */
function runsInBackground(
  { options: { headless } }: SubagentHost,
  { agent: { profile } }: Caller,
  { background = false }: AgentDefinition,
  { isWaitedFor, run_in_background: isAsked = background }: AgentTask,
): boolean {
  if (isWaitedFor) return false;
  return isAsked || (!headless && profile.agentsAtTerminal === "in-background");
}

const ended = (
  { ref, definition, denials }: NewSubagent,
  { description }: AgentTask,
  answer: string,
): AgentReport => ({
  text: `This message is not from the user. The background agent ${ref.id} (${definition.name}: ${description}) has ended. ${answer}`,
  denials,
  ofTeam: false,
});

const noTeams = (name: string): string =>
  `the name ${name} in a call of Agent has no effect, because teams are off: set ${teamsVariable}=1`;

function definitionOf(
  definitions: readonly AgentDefinition[],
  { subagent_type: type = defaultAgent }: AgentTask,
): AgentDefinition {
  const found = definitions.find(({ name }) => name === type);
  if (found) return found;
  const names = definitions.map(({ name }) => name);
  const near = nearestName(type, names);
  throw new ToolFailure(
    `There is no agent ${type}.${near === undefined ? "" : ` Did you mean ${near}?`} The agents are: ${names.join(", ")}`,
  );
}
